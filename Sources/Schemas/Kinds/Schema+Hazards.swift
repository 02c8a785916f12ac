/// Members that other services and later versions send are kept, too.
///
/// Source: aviationweather.gov, OpenAPI description of airsigmet, isigmet, gairmet and pirep.
extension Schema {
    private static let geometry = Member(
        "geometry", .open, "Area as GeoJSON, within which the position of the record lies")

    /// A SIGMET, AIRMET or G-AIRMET.
    static let sigmet = Schema(
        "sigmet", isOpen: true,
        [
            Member.text("advisory", "Kind of advisory, such as SIGMET, AIRMET or G-AIRMET").always,
            .text("airSigmetType", "Kind as the service names it"),
            .number("altitudeHi1", "Upper limit", .height), .number("altitudeHi2", "Upper limit", .height),
            .number("altitudeLo1", "Lower limit", .height), .number("altitudeLo2", "Lower limit", .height),
            Member("base", .either([.number, .text]), "Lower limit as the document states it; see levels"),
            .text("chng", "Change of intensity as coded, such as WKN"),
            Member("coords", .open, "Corners as received, of an area that cannot be read"),
            .moment("creationTime", "Time of creation"), .text("dir", "Direction of movement as coded"),
            .text("due_to", "Cause as coded"), .moment("ends", "End; absent if unknown"),
            .moment("expireTime", "Time of expiry"), .text("firId", "Flight information region"),
            .text("firName", "Name of the flight information region"),
            .number("forecastHour", "Hour of the forecast"),
            .text("fzlbase", "Lower limit of freezing level"),
            .text("fzltop", "Upper limit of freezing level"), geometry,
            .text("hazard", "Hazard as coded, such as TURB"), .text("icaoId", "Issuing office"),
            .moment("issueTime", "Time of issue"), .text("level", "Level of an isoline"),
            .text("levels", "Heights in words, such as SFC–6500 ft"),
            .text("movement", "Movement in words, such as moving W 10 kt, weakening"),
            .number("movementDir", "Direction of movement, from or to by the practice of the issuer"),
            .number("movementSpd", "Speed of movement", .speed),
            .moment("onset", "Beginning; absent if unknown"),
            Member.text("phase", "Phase", oneOf: ["announced", "in force"]).always,
            .text("product", "Product of a G-AIRMET, such as SIERRA"),
            .text("qualifier", "Qualifier of the hazard as coded, such as SEV"),
            .text("rawAirSigmet", "Text of a SIGMET of the United States"),
            .text("rawSigmet", "Text of any other SIGMET"), .text("region", "Region"),
            .text("seriesId", "Series"),
            Member("severity", .either([.number, .text]), "Severity as the document states it"),
            Member("spd", .either([.number, .text]), "Speed of movement as the document states it"),
            .text("tag", "Tag of a G-AIRMET"),
            Member("top", .either([.number, .text]), "Upper limit as the document states it; see levels"),
            .texts("unknown", "What cannot be read", oneOf: ["area", "time"]),
            .moment("validTime", "Moment for which a part of a G-AIRMET counts"),
            .moment("validTimeFrom", "Beginning as stated"), .moment("validTimeTo", "End as stated"),
        ])

    /// A report of a pilot.
    static let pirep = Schema(
        "pirep", isOpen: true,
        [
            .text("acType", "Type of aircraft"),
            .moment("ends", "When the daemon removes it: MaxAge= after the observation"),
            .number("fltLvl", "Level; absent if unknown", .flightLevel),
            .text("fltLvlType", "How the level is meant, as coded"), .text("icaoId", "Receiving office"),
            .number("icgBas1", "Base of icing as the document states it"),
            .text("icgInt1", "Intensity of icing as coded"),
            .number("icgTop1", "Top of icing as the document states it"),
            .text("icgType1", "Type of icing as coded"),
            .text("icing", "Icing in words, such as MOD RIME 8000–12000 ft"),
            .number("lat", "Latitude", .coordinate),
            Member.text("level", "Level in words, such as 8500 ft, FL350 or unknown").always,
            .number("lon", "Longitude", .coordinate),
            Member("obsTime", .either([.moment, .text, .number]), "Time; as received if it is not legible"),
            .text("pirepType", "Kind of report as the service names it"),
            .text("place", "Words after /OV, otherwise the position"), .text("rawOb", "Text"),
            .number("tbBas1", "Base of turbulence as the document states it"),
            .text("tbFreq1", "Frequency of turbulence as coded"),
            .text("tbInt1", "Intensity of turbulence as coded"),
            .number("tbTop1", "Top of turbulence as the document states it"),
            .text("tbType1", "Type of turbulence as coded"),
            .number("temp", "Air temperature", .temperature),
            .text("turbulence", "Turbulence in words, such as LGT-MOD CHOP FL200–FL240"),
            .flag("urgent", "The report is urgent"),
            .number("wdir", "Direction of the wind", .direction),
            .number("wspd", "Speed of the wind", .speed),
        ])

    /// An alert in force.
    static let alert = Schema(
        "alert",
        [
            .text("area", "Area in words"), .texts("category", "Categories of CAP, such as Met"),
            .text("certainty", "Certainty of CAP, such as Likely"),
            .text("colour", "Colour of the sender's scale", oneOf: ["green", "yellow", "orange", "red"]),
            .text("description", "Description"),
            .moment("effective", "When the message takes effect; absent with an onset"),
            .moment("ends", "When the alert ends; absent if unknown"), .text("event", "Kind of event"),
            .moment("expires", "When the message expires"), geometry, .text("headline", "Headline"),
            .text("identifier", "Identifier of the message"), .text("instruction", "Instruction"),
            .texts("languages", "Languages of the texts"),
            .text("level", "Severity by the sender's own scale"), .moment("onset", "When the event begins"),
            Member("parameters", .keyed(.name, .open), "Parameters of the sender, such as VTEC"),
            Member.text("phase", "Phase", oneOf: ["announced", "in force"]).always,
            .texts("response", "Recommended responses of CAP"), .text("sender", "Sender"),
            .text("senderName", "Name of the sender"), .moment("sent", "When the message was sent"),
            .text("severity", "Severity of CAP, such as Severe"),
            .text("significance", "Significance of VTEC or ECCC"),
            Member("texts", .keyed(.language, .object(texts)), "Texts by language, if there are several"),
            .moment("unconfirmed", "Since when documents lack it; no change of the record"),
            .texts("unlocated", "Zones that the geometry lacks"),
            .text("urgency", "Urgency of CAP, such as Immediate"), .text("web", "Page of the alert"),
            Member("zones", .keyed(.name, .list(.text)), "Codes of zones by their table, such as UGC"),
        ])

    private static let texts: [Member] = [
        .text("area", "Area in words"), .text("description", "Description"), .text("event", "Kind of event"),
        .text("headline", "Headline"), .text("instruction", "Instruction"),
        .text("senderName", "Name of the sender"),
    ]
}
