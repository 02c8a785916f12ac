import HTTPServing

extension HTTPRequest {
    /// Whether a page of another site made the request, unless its user follows a link.
    ///
    /// A browser would keep the answer from that page anyway, but only after the work. Frames are
    /// navigations, too, and forbidden by the content security policy.
    ///
    /// Source: Fetch Metadata Request Headers, 2.1 (Dest), 2.2 (Mode), 2.3 (Site).
    nonisolated var isMadeByOtherSite: Bool {
        guard header("sec-fetch-site") == "cross-site" else { return false }
        let isDocument = header("sec-fetch-dest") ?? "document" == "document"
        return header("sec-fetch-mode") != "navigate" || !isDocument || method != "GET"
    }
}
