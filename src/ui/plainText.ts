/** Text from the service for quick picks and messages, where `$(name)` would become an icon. */
export const plainText = (text: string): string => text.replaceAll("$(", "\\$(");
