/// The interface that the daemon serves.
public nonisolated enum AlmanacInterface {
    /// The description, which GetInterfaceDescription answers with.
    ///
    /// The same bytes as the shipped file `etc/io.almanac.varlink`; a test compares them.
    public static let text = """
        # Weather, feeds and datasets kept fresh by almanacd: list, read, follow, find, refresh.
        interface io.almanac

        # fresh; stale: past its expiry (fetched + max(interval, upstream's lifetime) + max(interval/2, 1 min)); failing: attempts
        # fail; empty: nothing accepted yet; paused. All but empty still serve the last good state.
        type Health (fresh, stale, failing, empty, paused)
        # subscribed: always the first reply. snapshot: a record of the starting state. ready: the starting state is complete.
        # source: health or reason of a source changed, or it is gone (then without runtime, after its removed records).
        # overflow: the log no longer reaches back to this reader, a new snapshot and ready follow. Tolerate values added later.
        type EventKind (subscribed, snapshot, ready, added, changed, removed, source, heartbeat, overflow)

        # reason: offline, dns, connect, tls, timeout, http, denied, size, truncated, empty, content, shape, parse, policy, waiting,
        # file, configuration. count: failures in a row. message: what failed and what to do.
        type Failure (reason: string, httpStatus: ?int, message: string, realtimeUSec: int, count: int)
        # What can stand in a definition. kind: null means the template's. options: section, key, string or list of strings, as in the file.
        # credential: name of a systemd credential, never the secret.
        type SourceContext (
        	name: string, kind: ?string, url: ?string, path: ?string, title: ?string, tags: ?[]string,
        	intervalUSec: ?int, credential: ?string, options: ?object
        )
        # A step of an attempt, elapsedUSec after its start: queued, resolving, connecting, asking, redirected, answering, receiving,
        # read; tolerate names added later. detail: host, address, status, bytes, records.
        type Step (name: string, elapsedUSec: int, detail: ?string)
        # steps: of the attempt under way, or of the last one, in order; only in ListSources. attemptUSec: start of the attempt under way. rejected: rows and fields that could not be read in the last accepted document.
        # omitted: left out by rule, counted by reason. drift: members new, gone or of another type than in the documents before.
        # generation: counts the commits that changed something. changedUSec: when the last one was, as far as the log reaches back.
        # nextUSec: next planned attempt.
        type SourceRuntime (
        	health: Health, attemptUSec: ?int, steps: ?[]Step, records: int, rejected: int, omitted: ?[string]int, drift: ?[]string,
        	generation: int, changedUSec: ?int, fetchedUSec: ?int, expiresUSec: ?int, nextUSec: ?int, failure: ?Failure
        )
        type Source (context: SourceContext, runtime: SourceRuntime)
        type Circle (latitude: float, longitude: float, radiusMeters: float)
        # Lists are alternatives, members must all hold, what is left out does not restrict. sources and keys are globs (* also
        # matches /, ?, []; bytes, case matters); fields are JSON pointers and cover what lies below: changes elsewhere in the
        # record are not reported; where are comparisons on fields, all must hold: "flightRules in [IFR, LIFR]", "temperature < 0";
        # near: records that are in the circle. A record that a change takes out of where or near is told once more, as changed,
        # with what it has become; its removal is told when it was in the circle, whatever else it was.
        type Selector (
        	sources: ?[]string, kinds: ?[]string, tags: ?[]string, keys: ?[]string, fields: ?[]string,
        	where: ?[]string, near: ?Circle
        )
        # A station's report, a feed's entry, a table's row. generation: the source's when this record last changed. latitude,
        # longitude: where it is, degrees; both or none.
        type Record (
        	source: string, key: string, title: ?string, generation: int, realtimeUSec: int, latitude: ?float, longitude: ?float,
        	data: object
        )
        type Neighbor (record: Record, distanceMeters: float, bearingDegrees: float)
        type Suggestion (text: string, detail: ?string, identifier: string, source: ?string)
        type Place (identifier: string, name: string, detail: ?string, latitude: float, longitude: float, source: string)
        type Reject (line: ?int, offset: ?int, key: ?string, field: ?string, found: string, reason: string)

        method ListSources(selector: ?Selector) -> (sources: []Source)
        # schema: JSON Schema of the records: title, position, group, units, which members are always there.
        method DescribeSource(name: string) -> (source: Source, schema: object)
        # Last known state. Without 'more' one page, next asks for the following one.
        # [Supports 'more' flag]
        method GetSnapshot(selector: ?Selector, limit: ?int, next: ?string) -> (cursor: string, records: []Record, next: ?string)
        # Follow changes, one event a reply: subscribed, snapshot..., ready, changes; with since: subscribed, what was missed, source
        # for each source of which something was told meanwhile, ready, changes. snapshot defaults to true unless since is given. A cursor of subscribed or snapshot, given as since, starts over.
        # conflate: what this reader has not taken yet is joined to one event a record. added, changed and snapshot bear the whole
        # data as of that change; patch: JSON merge patch (RFC 7396) from the state before, an array is one leaf; previous: the same
        # members as they were; paths: JSON pointers of the leaves. A removed of an unknown key can occur and means nothing.
        # [Requires 'more' flag]
        method Subscribe(
        	selector: ?Selector, since: ?string, snapshot: ?bool, conflate: ?bool, heartbeatUSec: ?int
        ) -> (
        	event: EventKind, cursor: string, realtimeUSec: int, source: ?string, key: ?string, title: ?string,
        	generation: ?int, data: ?object, patch: ?object, previous: ?object, paths: ?[]string,
        	runtime: ?SourceRuntime, dropped: ?int
        )
        # Fetch now, within what the upstream allows; calls at the same time share one attempt. Open to every local user.
        method Refresh(selector: ?Selector, wait: ?bool) -> (started: []string, skipped: []string, retryAfterUSec: ?int)
        # Until restart, or for good with persist.
        method AddSource(context: SourceContext, persist: ?bool) -> (source: Source)
        # The source and its data.
        method RemoveSource(name: string) -> ()
        method Reload() -> ()
        # Records by words, best first; one character or more.
        method Search(text: string, selector: ?Selector, limit: ?int) -> (records: []Record)
        # Four characters or more; the store's answers first, then, behind a short pause in the typing, a provider's: with 'more' each
        # as a reply of its own. limit counts for each of both. A newer call of the same peer ends the older, with nothing.
        # [Supports 'more' flag]
        method Suggest(prefix: string, limit: ?int) -> (suggestions: []Suggestion)
        # Of a suggestion or a place: a record with a position, or what a provider knows of it.
        method GetPlace(identifier: string) -> (place: Place)
        # By the sources of Kind=places, in the order of their names until one answers; NoSuchSource when there is none.
        method Geocode(text: string, limit: ?int) -> (places: []Place)
        method ReverseGeocode(latitude: float, longitude: float, limit: ?int) -> (places: []Place)
        # Nearest first.
        method Nearby(latitude: float, longitude: float, radiusMeters: ?float, selector: ?Selector, limit: ?int) -> (neighbors: []Neighbor)
        # Newest first, pages as GetSnapshot.
        # [Supports 'more' flag]
        method GetHistory(
        	source: string, key: ?string, sinceUSec: ?int, untilUSec: ?int, limit: ?int, next: ?string
        ) -> (records: []Record, next: ?string)
        # What could not be read in the last accepted document.
        method GetRejects(source: string, limit: ?int) -> (rejects: []Reject)
        # oldestCursor: the oldest that since accepts. kinds: what Kind= of a definition can be.
        method GetStatus() -> (
        	version: string, startedUSec: int, cursor: string, oldestCursor: string, sources: int, records: int,
        	subscribers: int, kinds: []string, counters: [string]int
        )

        error NoSuchSource (name: string)
        error NoSuchRecord (source: string, key: string)
        error NoSuchPlace (identifier: string)
        error SourceExists (name: string)
        # path: JSON pointer of the bad member.
        error InvalidSelector (path: string, message: string)
        error InvalidSource (path: string, message: string)
        error InvalidConfiguration (file: string, line: int, message: string)
        error CursorExpired (oldest: string)
        error QueryTooShort (minimum: int)
        error RateLimited (retryAfterUSec: int)
        # A provider of places gave no answer. reason and message: as of a Failure.
        error UpstreamFailed (source: string, reason: string, message: string)
        error TooManySubscribers (limit: int)
        # The reader took nothing for minutes, or the daemon ends: since: cursor goes on.
        error TooSlow (cursor: string)
        error ShuttingDown (cursor: string)

        """
}
