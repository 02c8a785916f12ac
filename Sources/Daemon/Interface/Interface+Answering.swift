import Varlink

extension Interface {
    /// Answers a call.
    func answer(_ call: Call) {
        switch call.name {
        // First, because the names are compared in this order and subscribers may arrive in large numbers.
        case "Subscribe": subscribe(call)
        case "ListSources": listSources(call)
        case "DescribeSource": describeSource(call)
        case "GetRejects": getRejects(call)
        case "GetStatus": getStatus(call)
        case "GetSnapshot": getSnapshot(call)
        case "GetOrder": getOrder(call)
        case "GetHistory": getHistory(call)
        case "GetChanges": getChanges(call)
        case "Search": search(call)
        case "Suggest": suggest(call)
        case "Nearby": nearby(call)
        case "GetPlace": getPlace(call)
        case "Geocode": geocode(call)
        case "ReverseGeocode": reverseGeocode(call)
        case "Refresh": refresh(call)
        case "AddSource", "AddSources", "Discover", "RemoveSource", "Reload": change(call)
        default: call.fail(.methodNotImplemented(call.method))
        }
    }
}
