/** The fields of a programme that differ from device to device, as the end of its JSON. The hash of all that precedes them is computed once. */
export const deviceFields = (serial: string, version: number, compiledAt: Date): string =>
  `,${JSON.stringify({ serial, version, compiled_at: compiledAt.toISOString() }).slice(1)}`;
