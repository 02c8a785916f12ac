import Decoding
import Definitions
import Records

/// JSON: the parser, the writer, merge patches, and documents of `Kind=json`.
enum JSONTarget {
    private static let definitions = [
        "", "[JSON]\nPointer=/a", "[JSON]\nPointer=/a/b\nKeyedBy=k",
        "[Record]\nKey=a\nTitle=b.c\nNumber=d\nTime=e\nLocation=f g\nOmit=h*\nRename=i:j",
        "[Record]\nKey=a\nNumber=b\nRequire=b", "[JSON]\nPointer=/a\nLayout=columns\n[Record]\nKey=b\nTime=b",
    ]

    static func run(_ input: FuzzInput) {
        let isText = input.variant >= UInt8(ascii: "6")
        isText ? values(input) : DocumentTarget.run(.json, definitions, input)
    }

    /// Reads two JSON texts, writes them again, and turns one into the other by a merge patch.
    private static func values(_ input: FuzzInput) {
        let (first, second) = input.halves
        // Texts that are not JSON are refused, which is all that is required.
        guard let old = try? JSON(parsing: first) else { return }
        require((try? JSON(parsing: old.bytes)) == old, "JSON that was written reads back")
        let canonical = old.canonicalBytes
        require((try? JSON(parsing: canonical))?.canonicalBytes == canonical, "canonical JSON stays the same")
        guard let new = try? JSON(parsing: second), old.object != nil, new.object != nil else { return }
        compareTexts(from: first, to: second, by: MergePatch(from: old, to: new))
        compare(withoutNulls(old), withoutNulls(new))
    }

    private static func compare(_ old: JSON, _ new: JSON) {
        let patch = MergePatch(from: old, to: new)
        require(patch.isEmpty == (old == new), "a merge patch is empty for equal objects only")
        require(old.patched(with: patch.patch) == new, "a merge patch gives the new object")
        require(new.patched(with: patch.previous) == old, "the reverse patch gives the old object")
    }

    private static func compareTexts(from old: [UInt8], to new: [UInt8], by patch: MergePatch) {
        let texts = try? MergePatch.texts(from: old, to: new)
        require(texts?.patch == patch.patch.bytes, "the text of a patch is that of its values")
        require(texts?.previous == patch.previous.bytes, "the text of a reverse patch is that of its values")
    }

    /// Returns the value without members that are null, which records do not have.
    private static func withoutNulls(_ value: JSON) -> JSON {
        guard let members = value.object else { return value }
        return .object(
            members.filter { !$0.value.isNull }.map { JSON.Member($0.name, withoutNulls($0.value)) })
    }
}
