import AlmanacClient
import Compression
import Records
import Showing
import WebPages

/// A page of the site: which sources it shows, and how its data are loaded.
protocol SitePage {
    /// The names or globs of the sources that the page shows.
    var sources: [String] { get }

    /// Loads the data of the page.
    func load(_ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void)
}

/// A page whose data are there.
struct Rendering {
    /// The title of the document.
    var title: String
    /// Scripts and style sheets that the page needs in addition to those of all pages.
    var assets: [StaticString] = []
    /// The path of the feed of what the page shows; `nil` if there is none.
    var feed: String?
    /// Whether the page is compressed fast or small.
    var effort = Deflater.Effort.fast
    /// The content, as text and as HTML.
    var sheet: any Sheet
    /// Returns the content as JSON at a moment, for `format=json`; `nil` if there is no such form.
    var json: ((UTC) -> JSON)?
}

extension Result {
    /// Passes a value to `next`, or the failure on to `done`.
    func pass<Answer>(_ done: (Result<Answer, Failure>) -> Void, _ next: (Success) -> Void) {
        switch self {
        case .failure(let error): done(.failure(error))
        case .success(let value): next(value)
        }
    }
}

/// The reason why there is no page.
nonisolated enum PageError: Error {
    /// There is nothing under the address.
    case missing(String)
    /// The request is wrong, such as a condition that cannot be read.
    case invalid(String)
    /// The records take more memory than so many bytes.
    case tooLarge(Int)
    /// The daemon has too much to do.
    case busy(AlmanacError)
    /// The daemon did not answer.
    case unavailable(AlmanacError)

    /// The error of a call.
    init(_ error: AlmanacError) {
        switch error {
        case .noSuchSource(let name, let similar): self = .noSource(name, similar: similar)
        case .noSuchRecord(let source, let key): self = .missing("There is no record \(key) in \(source).")
        case .invalid(let message, _): self = .invalid(message ?? "The request is invalid.")
        case .rateLimited, .tooManyCalls, .tooManySubscribers, .tooMuchUnread: self = .busy(error)
        case .queryTooShort, .invalidParameter, .permissionDenied: self = .invalid("\(error)")
        default: self = .unavailable(error)
        }
    }

    /// The error of a source that does not exist; similar names may be meant.
    static func noSource(_ name: String, similar: [String]) -> PageError {
        .missing("There is no source \(name)" + (similar.isEmpty ? "." : similar.suggestion))
    }

    /// The status code.
    var status: Int {
        switch self {
        case .missing: 404
        case .invalid: 400
        case .busy: 429
        case .tooLarge, .unavailable: 503
        }
    }

    /// The title and the text of the message.
    var words: (title: String, message: String) {
        switch self {
        case .missing(let message): ("Not found", message)
        case .invalid(let message): ("This cannot be answered", message)
        case .tooLarge(let bytes):
            (
                "Too many records",
                "These take more than \(bytes >> 20) MiB. Programs get everything below /api/."
            )
        case .busy(let error): ("Too much to do", "\(error)")
        case .unavailable(let error): ("almanacd does not answer", "\(error)")
        }
    }
}
