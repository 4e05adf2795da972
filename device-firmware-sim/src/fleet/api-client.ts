import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { requestOf, type Endpoint, type Input } from '@belfry/schemas/http/endpoint';
import { errorEnvelopeSchema, type ErrorEnvelope } from '@belfry/schemas/http/errors';
import { internalHttp, type ProvisionBody } from '@belfry/schemas/http/service/internal';
import { REQUEST_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import { networkErrorText } from '../lib/network-error.ts';
import type { Serial } from '@belfry/schemas/domain/serial';

/** The api is unreachable or returned a server error; the request may be retried. */
export class ApiUnavailableError extends Error {}

export type EnrolmentResult =
  | { kind: 'enrolled'; deviceKey: string }
  | { kind: 'already_enrolled' }
  | { kind: 'unknown' }
  /** The pass is wrong, or the mode of the device forbids it; `reason` is the message of the api. */
  | { kind: 'refused'; reason: string };

export type ApiClient = {
  canProvision: boolean;
  /** Fetches the key of a device, which the api returns once. */
  enroll: (serial: Serial, pass: string) => Promise<EnrolmentResult>;
  provision: (body: ProvisionBody) => Promise<void>;
};

export type ProvisioningAccess = { internalUrl: string; secret: string };

/** @param apiUrl the address of the api, without a path */
export function createApiClient(apiUrl: string, provisioning: ProvisioningAccess | undefined): ApiClient {
  return {
    canProvision: provisioning !== undefined,
    async enroll(serial, pass) {
      const response = await call({ url: apiUrl, root: '/api' }, enrolmentHttp.enrol, { serial, pass });
      const answer: unknown = await response.json().catch(() => null);
      if (!response.ok) return refusal(response.status, answer);
      const { device_key } = enrolmentHttp.enrol.answer.parse(answer);
      return { kind: 'enrolled', deviceKey: device_key };
    },
    async provision(body) {
      if (!provisioning) throw new Error('devices can be created only with SERVICE_SECRET');
      const { internalUrl, secret } = provisioning;
      const authorization = `Bearer ${secret}`;
      const response = await call({ url: internalUrl, root: '/internal' }, internalHttp.provision, body, {
        authorization,
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the api refused to create devices (${response.status}): check SERVICE_SECRET`);
    },
  };
}

/** Calls an endpoint whose path is below `root` of a server. Throws ApiUnavailableError. */
export async function call<E extends Endpoint>(
  { url, root }: { url: string; root: '/api' | '/internal' },
  to: E,
  input: Input<E>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { method, path, body } = requestOf(to, input);
  const response = await fetch(new URL(root + path, url), {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new ApiUnavailableError(`${url} does not answer (${networkErrorText(error)})`, { cause: error });
  });
  if (response.status < 500) return response;
  await response.body?.cancel();
  throw new ApiUnavailableError(`${url} answers ${response.status}`);
}

function refusal(status: number, answer: unknown): EnrolmentResult {
  const parsed = errorEnvelopeSchema.safeParse(answer);
  const error: Pick<ErrorEnvelope, 'error' | 'code'> | null = parsed.success ? parsed.data : null;
  if (error?.code === 'already_enrolled') return { kind: 'already_enrolled' };
  if (error?.code === 'device_not_found') return { kind: 'unknown' };
  return { kind: 'refused', reason: error?.error ?? `HTTP ${status}` };
}
