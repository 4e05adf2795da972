/** SQLSTATEs and Node's error codes; anything else in `code` is not printed. */
const CODE = /^[A-Z0-9_]{1,40}$/;

/**
 * The fields that may be logged of an error that data of a device caused. The message and the details of a Postgres
 * error quote values, so they are left out.
 */
export function errorSummary(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: typeof error };
  const of = (field: string): Record<string, string> => {
    const value: unknown = Reflect.get(error, field);
    return typeof value === 'string' && value !== '' ? { [field]: value } : {};
  };
  const { code = '' } = of('code');
  return { error: error.name, ...(CODE.test(code) && { code }), ...of('table'), ...of('column'), ...of('constraint') };
}
