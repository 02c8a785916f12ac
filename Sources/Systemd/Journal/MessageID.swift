/// What kind of event a journal entry tells of: the MESSAGE_ID that people search by.
///
/// Each has its text in systemd/almanac.catalog and its fields in almanac.journal(7). A number, once
/// shipped, never means anything else.
///
/// Source: systemd.journal-fields(7), 128 bits as lower-case hexadecimal.
public nonisolated enum MessageID: String, CaseIterable, Sendable {
    /// The daemon is ready.
    case started = "0989c1217ca4459c9246d2af9b438a07"
    /// The daemon ends in good order.
    case stopped = "632c3e76d2504fe59dbb996e93133881"
    /// The configuration was read again.
    case reloaded = "9e948470a33444d88819499a7d07199d"
    /// The configuration was refused; the one before still holds.
    case reloadRefused = "02a291a86b164cf99c517e425f39e3d8"
    /// Records of a source were added, changed or removed.
    case sourceChanged = "23a81fce78924258b994dde0097c4e69"
    /// A source cannot be refreshed; told once until it is back.
    case sourceFailing = "960a4c15013747c2ab037c00c6dd5c27"
    /// A source that was failing could be refreshed.
    case sourceBack = "daa874d05c96493291ef028b5533f6d3"
    /// A document was accepted without some of its rows.
    case rowsRejected = "96c5c215f24247afacbd16091c167548"
    /// A member of a source's records is new, gone or of another type.
    case shapeChanged = "ae15ab8fbe9f4abc894f328d8bba8c91"
    /// The database could not be used; it was kept aside and a new one begun.
    case databaseSetAside = "e52c93baafd74c1282728d61031b11f2"
    /// A subscriber that read nothing for too long was closed.
    case readerClosed = "41b16e9f9a4a4fccbe8e606efed93b9b"
    /// One definition is wrong and was left out; all others hold.
    case definitionSkipped = "42d57c23b42a484b8e1249b97114aeff"
}
