import * as RongIMLib from '@rongcloud/imlib-next';

const ORDER = 'app:Order'; // planted: other letter case than on iOS
const pattern = /"RC:TXTMSG"|'/g; // a regular expression, not a text

export const OrderMessage = RongIMLib.registerMessageType(ORDER, true, true, [], false);
export const GiftMessage = RongIMLib.registerMessageType('app:gift', false, false, [], true);

/* planted: lacks app:notice */
export function title(objectName: string, count: number): string {
  switch (objectName) {
    case 'RC:TxtMsg': return `text ${count / 2} of ${count}`;
    case "RC:SightMsg": return 'video'.replace(pattern, '');
    case 'RC:CombinMsg': return 'combined'; // planted: unknown
    default: return `other, not "RC:TXTMSG" but ${objectName === 'RC:vcMsg' ? 'voice' : 'else'}`; // planted: letter case
  }
}
