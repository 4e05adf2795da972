/** The `Authorization` header of a device. */
export const deviceAuthorization = ({ serial, device_key }: { serial: string; device_key: string }): string =>
  `Basic ${Buffer.from(`${serial}:${device_key}`).toString('base64')}`;
