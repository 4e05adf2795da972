import { randomSerial } from '@belfry/schemas/domain/serial';
import { sampleOrganisationHttp } from '@belfry/schemas/http/sample-organisation';
import { SERVICE_SECRET, type TestApi } from './api.ts';

/** Who calls the internal listener: the launcher. */
export const LAUNCHER = { key: SERVICE_SECRET };

/** So many devices, as the launcher names them. */
export const sampleDevices = (count: number): { serial: string; pass: string }[] =>
  Array.from({ length: count }, () => ({ serial: randomSerial(), pass: 'pass-1' }));

/** Creates the sample organisation with these devices, as the launcher does at the first start. */
export const createSample = ({ internal }: Pick<TestApi, 'internal'>, devices: { serial: string; pass: string }[]) =>
  internal.call(sampleOrganisationHttp.create, LAUNCHER, { devices });
