/** SQLSTATEs and Node's error codes; anything else in `code` is not printed. */
const CODE = /^[A-Z0-9_]{1,40}$/;

/**
 * What the log may say of an error that was raised over data of a device. The message and the details of Postgres quote
 * values, so they are left out.
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
