/// The offsets of named time zones.
package enum ZoneOffsets {
    /// The offsets of names in lower case that have one meaning, in minutes east of UTC. IST, CST, BST, AST
    /// and others have several.
    ///
    /// Source: RFC 5322, section 4.3, and the tz database, `%z` and abbreviations.
    package static let minutes: [String: Int] = [
        "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "west": 60, "cet": 60, "met": 60, "cest": 120,
        "mest": 120, "mesz": 120, "mez": 60, "eet": 120, "eest": 180, "msk": 180, "sast": 120, "cat": 120,
        "wat": 60, "eat": 180, "trt": 180, "pkt": 300, "npt": 345, "ict": 420, "wib": 420, "wita": 480,
        "wit": 540, "hkt": 480, "sgt": 480, "awst": 480, "pht": 480, "jst": 540, "kst": 540, "acst": 570,
        "aest": 600, "acdt": 630, "aedt": 660, "nzst": 720, "nzdt": 780, "brt": -180, "art": -180,
        "uyt": -180, "clt": -240, "clst": -180, "cot": -300, "pet": -300, "vet": -240, "bot": -240,
        "nst": -210, "ndt": -150, "adt": -180, "est": -300, "edt": -240, "cdt": -300, "mst": -420,
        "mdt": -360, "pst": -480, "pdt": -420, "akst": -540, "akdt": -480, "hst": -600,
    ]

    /// The offsets of further names, in minutes.
    ///
    /// The letters of military zones have none: RFC 822 §5.1 gave them the wrong signs, so that their zone is
    /// not known (RFC 5322, section 4.3). Its CST, and the AST and BST of others, have a second meaning elsewhere.
    static let usual: [String: Int] = ["etc/gmt": 0]
}
