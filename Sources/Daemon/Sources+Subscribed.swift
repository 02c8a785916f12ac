import Refreshing
import Subscribing

extension Sources: SubscribedSources {}
