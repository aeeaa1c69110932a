"""The tick that is one transaction: change sets, the plugin host, the outbox and the lanes to the players."""
