module.exports={decode(){},encode(){}}
