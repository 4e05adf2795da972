import { Authenticator } from './authenticate.ts';
import { createHook, type AskHook } from './authentication/hook.ts';
import type { Config } from './config.ts';
import { Population } from './limits/population.ts';
import { pendingLimits, profiles } from './limits/profile.ts';
import type { Logger } from './log.ts';
import { RetainedStore } from './persistence/retained-store.ts';
import { Router } from './routing/router.ts';
import { Sessions } from './sessions/sessions.ts';
import { Tally } from './tally.ts';

/** Everything the broker is made of, put together once. `authenticate` stands in for the api's hook. */
export function createParts(config: Config, log: Logger, authenticate?: AskHook) {
  const hook = createHook({
    apiUrl: config.API_URL,
    serviceSecret: config.SERVICE_SECRET,
    timeoutMs: config.AUTH_TIMEOUT_MS,
    connections: config.AUTH_CONCURRENCY,
  });
  const router = new Router();
  return {
    config,
    hook,
    router,
    authenticator: new Authenticator(authenticate ?? hook, config.SERVICE_SECRET, config),
    population: new Population({
      connections: config.MAX_CONNECTIONS,
      pending: pendingLimits(config),
      perCredential: { device: 1, console: config.MAX_CONSOLE_CONNECTIONS, service: config.MAX_SERVICE_CONNECTIONS },
    }),
    profiles: profiles(config),
    sessions: new Sessions(config.MAX_PERSISTENT_SESSIONS, (session) => router.forget(session)),
    retained: new RetainedStore({
      messages: config.MAX_RETAINED_MESSAGES,
      bytes: config.MAX_RETAINED_BYTES,
      perPublisher: { messages: config.MAX_DEVICE_RETAINED_MESSAGES, bytes: config.MAX_DEVICE_RETAINED_BYTES },
    }),
    tally: new Tally(log),
    received: { messages: 0, bytes: 0 },
    isStopping: () => false,
  };
}

export type Parts = ReturnType<typeof createParts>;
