extension Schema {
    /// An entry of a feed.
    static let feed = Schema(
        "feed",
        [
            .text("author", "Author: name, address or both"),
            .object("chapters", "Chapters of an episode", chapters + file),
            .text("comments", "Address of the comments"), .text("content", "Full content as HTML"),
            .moment("created", "Time of creation"), .number("duration", "Length of an episode", .playingTime),
            .objects(
                "enclosures", "Attached files",
                [
                    .text("description", "Description, such as the alternative text of an image"),
                    .number("duration", "Length of the recording", .playingTime),
                    .number("length", "Length", .size),
                    .text("medium", "Kind of file, such as image or video"), .text("title", "Title"),
                    .text("type", "Media type"), .text("url", "Address"),
                ]),
            .number("episode", "Number of the episode"),
            .text("episodeType", "Kind of episode: full, trailer or bonus"),
            .text("id", "Permanent identifier"), .text("image", "Address of a picture"),
            .text("language", "Language as in BCP 47"), .text("link", "Address of the page"),
            .objects(
                "persons", "People who take part in an episode",
                [
                    .text("group", "Group of the role, such as cast"),
                    .text("image", "Address of a picture"), .text("name", "Name"),
                    .text("role", "Role, such as guest"), .text("url", "Address of a page"),
                ]),
            .moment("published", "Time of first publication"),
            .moment("received", "When an entry without a legible time, or of the future, was first received"),
            Member("reported", .keyed(.name, .text), "Values that cannot be read, by their member"),
            .number("season", "Number of the season"), .text("seasonName", "Name of the season"),
            .text("summary", "Summary as HTML"), .texts("tags", "Categories"),
            .text("text", "Content, otherwise summary, without markup"), .text("title", "Title"),
            .objects("transcripts", "Transcripts of an episode", file),
            .moment("updated", "Time of the last change"),
        ])

    private static let chapters: [Member] = [
        .objects(
            "entries", "Chapters, without those of the file",
            [
                .number("start", "Time from the start of the episode", .playingTime),
                .text("title", "Title"), .text("url", "Address of a page"),
            ])
    ]

    /// The members of a file that accompanies an episode.
    private static let file: [Member] = [
        .text("language", "Language as in BCP 47"), .text("type", "Media type"), .text("url", "Address"),
    ]

    private static let time = MemberType.either([.moment, .date])

    /// An occurrence of an event of a calendar.
    static let calendar = Schema(
        "calendar",
        [
            .flag("allDay", "The event lasts whole days; its times are dates"),
            .texts("categories", "Categories"), .text("description", "Description"),
            Member("end", time, "End, exclusive").always, .flag("free", "The time is not occupied"),
            .object(
                "geo", "Position",
                [
                    .number("latitude", "Latitude", .coordinate),
                    .number("longitude", "Longitude", .coordinate),
                ]),
            .text("location", "Place"), .text("organizer", "Organizer"),
            Member("recurrenceId", time, "Original start of an occurrence of a series"),
            Member("start", time, "Start").always, .text("status", "Status, such as confirmed or tentative"),
            .text("summary", "Title"), .text("timeZone", "Time zone as the document names it"),
            .text("uid", "Identifier of the event or series"),
            .texts(
                "unknown", "Facts that decide the times and cannot be read",
                oneOf: ["end", "recurrence", "start", "timeZone"]),
            .text("url", "Address"),
        ])

    /// A place that a service finds by name.
    static let places = Schema(
        "places",
        [
            .text("detail", "Rest of the address"), Member.text("label", "Address on one line").always,
            .number("latitude", "Latitude", .coordinate), .number("longitude", "Longitude", .coordinate),
            .texts("matched", "Parts of the label that match the typed text"),
            Member.text("name", "Name").always, .flag("partial", "Only a part of the request matches"),
            .texts("types", "Types of the place in the words of the service"),
        ])
}
