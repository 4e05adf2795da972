import { describe, expect, it, vi } from 'vitest';
import { createBrokerGateway } from './broker-gateway.ts';
import { createLogger } from './log.ts';

function setUp({ wills = false, failures = 0 } = {}) {
  let left = failures;
  const disconnect = vi.fn(async () => {
    if (left-- > 0) throw new Error('away');
  });
  const publishOffline = vi.fn(async () => undefined);
  const engine = {
    name: 'rabbitmq' as const,
    publishesWillsOfDisconnected: wills,
    retains: true,
    shardRoutes: null,
    disconnect,
  };
  const publisher = { connected: true, publish: vi.fn(async () => undefined) };
  const gateway = createBrokerGateway(publisher, { engine, log: createLogger('silent'), publishOffline });
  return { disconnect, publishOffline, gateway };
}

describe('disconnecting clients', () => {
  it('reports devices as offline whose last wills the engine does not publish', async () => {
    const { disconnect, publishOffline, gateway } = setUp();
    await gateway.disconnect('device', ['a', 'b']);
    expect(disconnect).toHaveBeenCalledExactlyOnceWith('device', ['a', 'b']);
    expect(publishOffline).toHaveBeenCalledExactlyOnceWith(['a', 'b']);
  });

  it('leaves that to an engine that publishes them, and reports no consoles', async () => {
    const withWills = setUp({ wills: true });
    await withWills.gateway.disconnect('device', ['a']);
    expect(withWills.publishOffline).not.toHaveBeenCalled();
    const without = setUp();
    await without.gateway.disconnect('console', [7]);
    expect(without.disconnect).toHaveBeenCalledExactlyOnceWith('console', ['7']);
    expect(without.publishOffline).not.toHaveBeenCalled();
  });

  it('is repeated twice while the engine is away, and its caller waits for the first attempt only', async () => {
    const { disconnect, publishOffline, gateway } = setUp({ failures: 2 });
    await gateway.disconnect('device', ['a']);
    expect(disconnect).toHaveBeenCalledTimes(1);
    expect(publishOffline).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(publishOffline).toHaveBeenCalledOnce(), { timeout: 5_000 });
    expect(disconnect).toHaveBeenCalledTimes(3);
  });

  it('of nobody does nothing', async () => {
    const { disconnect, gateway } = setUp();
    await gateway.disconnect('device', []);
    expect(disconnect).not.toHaveBeenCalled();
  });
});
