/// The kind of event that a journal entry reports: the MESSAGE_ID, by which users search.
///
/// Each kind has a text in systemd/almanac.catalog and its fields in almanac.journal(7). The meaning of a
/// released identifier never changes.
///
/// Source: systemd.journal-fields(7), 128 bits as lower-case hexadecimal.
public nonisolated enum MessageID: String, CaseIterable, Sendable {
    /// The daemon is ready.
    case started = "0989c1217ca4459c9246d2af9b438a07"
    /// The daemon stopped cleanly.
    case stopped = "632c3e76d2504fe59dbb996e93133881"
    /// The configuration was reloaded.
    case reloaded = "9e948470a33444d88819499a7d07199d"
    /// The configuration was refused; the previous one remains in effect.
    case reloadRefused = "02a291a86b164cf99c517e425f39e3d8"
    /// Records of a source were added, changed or removed.
    case sourceChanged = "23a81fce78924258b994dde0097c4e69"
    /// A source cannot be refreshed; reported once until it recovers.
    case sourceFailing = "960a4c15013747c2ab037c00c6dd5c27"
    /// A failing source was refreshed again.
    case sourceRecovered = "daa874d05c96493291ef028b5533f6d3"
    /// A document was accepted without some of its rows or fields.
    case rowsRejected = "96c5c215f24247afacbd16091c167548"
    /// Reports of a document do not replace the stored ones, such as older ones.
    case reportsLeftOut = "d4883888556c4f2887d762b935713375"
    /// The answer of an upstream is older than an earlier one, and changes nothing.
    case upstreamBehind = "7b0e5f0c9d6a4e7f8a2c41d3b95e60f4"
    /// A publication of a source is missing, which nearly always came earlier.
    case sourceOverdue = "4fe641d1ddbd45edbdce2217911565f9"
    /// One of several addresses of a source cannot be used, and another one is asked.
    case addressFailing = "8b8124c50dba4919a6a39e72585c2dd4"
    /// Two addresses of a source have the same report with different texts.
    case addressesDisagree = "f8a1603832324d19ac49ce381a5c672f"
    /// A member of a source's records is new, missing or of another type.
    case shapeChanged = "ae15ab8fbe9f4abc894f328d8bba8c91"
    /// The database was unusable; it was set aside and a new one was created.
    case databaseSetAside = "e52c93baafd74c1282728d61031b11f2"
    /// The files of the database were removed or replaced; they were put back.
    case databasePutBack = "b6f2f1c04d0e4c0a9c1f0f6f9d3c7e21"
    /// The store cannot be read, written or put back; the daemon exits.
    case storeUnusable = "5d1c3be8a7f94b52b0a6a4b83c2de417"
    /// A client that read nothing for too long was disconnected.
    case subscriberDisconnected = "41b16e9f9a4a4fccbe8e606efed93b9b"
    /// A definition is invalid and was skipped; all others remain in effect.
    case definitionSkipped = "42d57c23b42a484b8e1249b97114aeff"
}
