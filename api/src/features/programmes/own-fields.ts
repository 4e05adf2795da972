/** The fields of a body that differ from device to device. They are at the end, so that the hash of the rest is computed once. */
export const ownFields = (serial: string, version: number, compiledAt: Date): string =>
  `,${JSON.stringify({ serial, version, compiled_at: compiledAt.toISOString() }).slice(1)}`;
