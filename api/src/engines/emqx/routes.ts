import { emqxAuthAnswerSchema, emqxAuthRequestSchema, type EmqxAuthAnswer } from '@belfry/schemas/http/service/engines';
import { ownsClientId } from '@belfry/schemas/mqtt/client-id';
import {
  authenticateClient,
  createDeviceLookup,
  createEngineGuard,
  type BrokerAccessDeps,
} from '../../features/broker-access/index.ts';
import { routeWith, type Route } from '../../http/routes/route.ts';
import { secretsEqual } from '../../lib/keys.ts';
import { SERVICE_USERNAME } from '../../mqtt/service-user.ts';
import { toEmqxAcl } from './acl.ts';

const route = routeWith<BrokerAccessDeps>();

/** EMQX's HTTP authentication, asked for each CONNECT. EMQX takes an error as no answer and refuses the client. */
export function emqxRoutes({ pool, db }: Pick<BrokerAccessDeps, 'pool' | 'db'>): Route<BrokerAccessDeps>[] {
  const lookup = createDeviceLookup(pool);
  const guard = createEngineGuard(db, lookup);
  return [
    route(
      {
        method: 'post',
        path: '/engines/emqx/authenticate',
        summary: 'Authenticate a client and return its access list',
        access: 'engine',
        body: emqxAuthRequestSchema,
        bodyLimit: 8_000,
        answer: emqxAuthAnswerSchema,
      },
      async ({ deps, body }): Promise<EmqxAuthAnswer> => {
        const { username, password, clientid } = body;
        if (username === SERVICE_USERNAME) {
          const isService = secretsEqual(password, deps.config.SERVICE_SECRET);
          return isService ? { result: 'allow', is_superuser: true } : { result: 'deny' };
        }
        if (!ownsClientId(username, clientid)) return { result: 'deny' };
        const access = await guard(body, () => authenticateClient(deps, lookup, body));
        return access.result === 'deny' ? access : { ...access, acl: toEmqxAcl(access.acl) };
      },
    ),
  ];
}
