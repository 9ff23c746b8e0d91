/// Whom clients connect to, and as what.
enum ChatServer {
    static let host = "im.example.com"
    static let appKey = "k51hidwq1"
    static let token = "abc"
}
