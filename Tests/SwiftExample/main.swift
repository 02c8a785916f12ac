import AlmanacAsync
import AlmanacValues

for try await change in Almanac().changes(of: "metar@*") {
    print(change.kind, change.source ?? "", change.item?.title ?? "")
}
