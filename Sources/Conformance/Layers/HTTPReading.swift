import Inspection
import Transport
import WireFormat
import WireJSON

/// The bytes of an HTTP/1.1 connection: its messages, and the request of each answer.
enum HTTPReading: ConformingLayer {
    static let operation = LibraryAdapter.Operation(named: "http.read")

    /// A request and its answer, if both were read.
    private struct Exchange {
        var request: HTTPMessage?
        var answer: HTTPMessage?
        var interim: [Int] = []

        var value: JSONValue {
            var value: JSONValue = [:]
            if let request, case .request(let method, let target) = request.start {
                value["method"] = JSONValue(method)
                value["target"] = JSONValue(target)
                value["body"] = JSONValue(Hex.encode(request.body))
            }
            if !interim.isEmpty { value["interim"] = .array(interim.map { JSONValue($0) }) }
            if let answer, case .response(let status) = answer.start {
                value["status"] = JSONValue(status)
                value["answer"] = JSONValue(Hex.encode(answer.body))
            }
            return value
        }
    }

    static func value(_ input: AdapterInput) throws(WireError) -> JSONValue {
        var connection = DraftedConnection()
        for (index, element) in try input.list("parts").enumerated() {
            do throws(WireError) {
                let part = AdapterInput(element)
                connection.send(from: try part.sender(), try part.bytes("hex"))
            } catch {
                throw error.inside("parts[\(index)]")
            }
        }
        connection.close()
        var exchanges: [Exchange] = []
        var broken: String?
        for unit in try CaptureProbe().transport(of: connection.segments) {
            switch unit {
            case .request(let request): exchanges.append(Exchange(request: request))
            case .answer(let answer, let request, let isInterim):
                let waiting = exchanges.firstIndex { request != nil && $0.answer == nil && $0.request == request }
                if isInterim {
                    guard let waiting, case .response(let status) = answer.start else { continue }
                    exchanges[waiting].interim.append(status)
                } else if let waiting {
                    exchanges[waiting].answer = answer
                } else {
                    exchanges.append(Exchange(answer: answer))
                }
            case .broken(let sender): broken = broken ?? sender.rawValue
            case .message, .control, .failure: break
            }
        }
        var value: JSONValue = ["exchanges": .array(exchanges.map(\.value))]
        if let broken { value["broken"] = JSONValue(broken) }
        return value
    }
}
