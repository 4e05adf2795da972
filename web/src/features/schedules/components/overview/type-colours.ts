const COLOURS: Record<string, string> = {
  message: 'purple',
  playlist: 'company',
  station: 'element',
  maintenance: 'device',
  report: 'warning',
};

/** The fill of an event, on which white text is readable; grey for silence, and for what is not enabled. */
export function colourOf(type: string, enabled: boolean): string {
  const colour = enabled ? COLOURS[type] : undefined;
  return colour === undefined ? 'var(--mantine-color-gray-7)' : `var(--mantine-color-${colour}-filled)`;
}
