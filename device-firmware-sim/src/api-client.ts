import { deviceKeyAnswerSchema } from '@belfry/schemas/http/devices';
import { errorEnvelopeSchema, type ErrorEnvelope } from '@belfry/schemas/http/errors';
import type { ProvisionBody } from '@belfry/schemas/http/internal';
import type { Serial } from '@belfry/schemas/domain/serial';

const TIMEOUT_MS = 15_000;

/** Nobody answered, or not in a way that says anything about the device: worth another attempt. */
export class ApiAway extends Error {}

export type EnrolAnswer =
  | { kind: 'enrolled'; deviceKey: string }
  /** It has fetched its key before. */
  | { kind: 'already_enrolled' }
  /** The api does not know the serial. */
  | { kind: 'unknown' }
  /** For people: wrong pass, or a mode that forbids it. */
  | { kind: 'refused'; reason: string };

export type ApiClient = {
  /** Whether it holds the secret with which devices can be made. */
  mayProvision: boolean;
  /** POST /api/devices/enroll: the key, once. */
  enroll: (serial: Serial, pass: string) => Promise<EnrolAnswer>;
  /** POST /internal/devices/provision, with the service secret. */
  provision: (body: ProvisionBody) => Promise<void>;
};

/** Where the api makes devices for who has the service secret: its internal listener, without a path. */
export type ProvisioningAccess = { internalUrl: string; secret: string };

/** @param apiUrl where the api listens, without a path */
export function createApiClient(apiUrl: string, provisioning: ProvisioningAccess | undefined): ApiClient {
  async function post(
    base: string,
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const response = await fetch(new URL(path, base), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new ApiAway(`${base} does not answer`, { cause: error });
    });
    if (response.status < 500) return response;
    await response.body?.cancel();
    throw new ApiAway(`${base} answers ${response.status}`);
  }

  return {
    mayProvision: provisioning !== undefined,
    async enroll(serial, pass) {
      const response = await post(apiUrl, '/api/devices/enroll', { serial, pass });
      const answer: unknown = await response.json().catch(() => null);
      if (!response.ok) return refusal(response.status, answer);
      const { device_key } = deviceKeyAnswerSchema.parse(answer);
      return { kind: 'enrolled', deviceKey: device_key };
    },
    async provision(body) {
      if (!provisioning) throw new Error('devices are made with SERVICE_SECRET only');
      const { internalUrl, secret } = provisioning;
      const authorization = `Bearer ${secret}`;
      const response = await post(internalUrl, '/internal/devices/provision', body, { authorization });
      await response.body?.cancel();
      if (!response.ok)
        throw new Error(`the api does not let us make devices (${response.status}): check SERVICE_SECRET`);
    },
  };
}

function refusal(status: number, answer: unknown): EnrolAnswer {
  const parsed = errorEnvelopeSchema.safeParse(answer);
  const error: Pick<ErrorEnvelope, 'error' | 'code'> | null = parsed.success ? parsed.data : null;
  if (error?.code === 'already_enrolled') return { kind: 'already_enrolled' };
  if (error?.code === 'device_not_found') return { kind: 'unknown' };
  return { kind: 'refused', reason: error?.error ?? `HTTP ${status}` };
}
