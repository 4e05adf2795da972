import { Authenticator } from './authentication/authenticator.ts';
import { createHook, type AskHook } from './authentication/hook.ts';
import type { Config } from './config.ts';
import { TwinGuard } from './limits/twin-guard.ts';
import { ConnectionRegistry } from './limits/connection-registry.ts';
import { pendingLimits, profiles } from './limits/client-profile.ts';
import { type Logger, RefusalCounter } from './log.ts';
import { RetainedStore } from './retained/retained-store.ts';
import { Invitations } from './routing/invitations.ts';
import { Router } from './routing/router.ts';
import { Sessions } from './sessions/sessions.ts';

/** Creates the broker's components. `authenticate` replaces the api's authentication hook in tests. */
export function createDeps(config: Config, log: Logger, authenticate?: AskHook) {
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
    invitations: new Invitations(),
    twins: new TwinGuard((twins) => {
      log.warn(twins, 'two devices have one key');
      // Told again while the other goes on to try.
      hook.reportTwins(twins).catch(() => undefined);
    }),
    authenticator: new Authenticator(authenticate ?? hook, config.SERVICE_SECRET, config),
    connectionRegistry: new ConnectionRegistry({
      connections: config.MAX_CONNECTIONS,
      pending: pendingLimits(config),
      perCredential: { device: 1, console: config.MAX_CONSOLE_CONNECTIONS, service: config.MAX_SERVICE_CONNECTIONS },
    }),
    profiles: profiles(config),
    sessions: new Sessions(config.MAX_PERSISTENT_SESSIONS, (session) => router.unsubscribeAll(session)),
    retained: new RetainedStore({
      messages: config.MAX_RETAINED_MESSAGES,
      bytes: config.MAX_RETAINED_BYTES,
      perPublisher: { messages: config.MAX_DEVICE_RETAINED_MESSAGES, bytes: config.MAX_DEVICE_RETAINED_BYTES },
    }),
    refusals: new RefusalCounter(log),
    received: { messages: 0, bytes: 0 },
    isStopping: () => false,
  };
}

export type BrokerDeps = ReturnType<typeof createDeps>;
