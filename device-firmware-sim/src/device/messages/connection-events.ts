import type { DesiredConfig } from '@belfry/schemas/domain/configuration';
import type { Components } from '../components.ts';
import type { Connection } from './connection.ts';
import { createNetworkChange } from './network-change.ts';
import { isSameNetwork } from '../settings/configuration.ts';
import type { Status } from '../status.ts';

/** How long a flaky device stays connected between two simulated failures. */
const FAILURE_INTERVAL_MS = { shortest: 60_000, longest: 600_000 };

type ConnectionEventsDeps = {
  components: Components;
  status: Status;
  connection: () => Connection;
  /** Called after each connection. */
  onConnected: () => void;
};

/** Publishes the state of the device after each connection, and applies new configurations. */
export function createConnectionEvents({ components, status, connection, onConnected }: ConnectionEventsDeps) {
  const { clock, configuration, counters, metricsSender, playback, players, profile } = components;
  const { random, receiptSender, responses } = components;
  const networkChange = createNetworkChange({ ...components, connection });
  let connections = 0;
  let cancelFailure = (): void => {};

  function scheduleFailure(): void {
    const { shortest, longest } = FAILURE_INTERVAL_MS;
    cancelFailure = clock.after(random.between(shortest, longest), connection().drop);
  }

  return {
    /** Publishes status, configuration and players first, then what was not delivered before. */
    connected: (): void => {
      counters.connected++;
      if (connections++ > 0) counters.reconnects++;
      networkChange.connected();
      status.publish();
      configuration.report();
      players.reportAll();
      responses.connected();
      metricsSender.connected();
      receiptSender.connected();
      playback.connected();
      if (profile.behaviour.flaky) scheduleFailure();
      onConnected();
    },
    disconnected: (): void => {
      counters.connected--;
      cancelFailure();
      metricsSender.disconnected();
      receiptSender.disconnected();
      playback.disconnected();
    },
    configured: (desired: DesiredConfig): void => {
      const before = configuration.accept(desired);
      if (!before) return;
      players.configure(before);
      if (!isSameNetwork(configuration.settings(), before)) networkChange.join(before);
    },
  };
}
