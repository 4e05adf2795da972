import { describe, expect, it, vi } from 'vitest';
import { createBrokerGateway } from './broker-gateway.ts';
import { createLogger } from './log.ts';

function setUp({ wills = false, failures = 0, invites = false } = {}) {
  let left = failures;
  const disconnect = vi.fn(async () => {
    if (left-- > 0) throw new Error('away');
  });
  const publishOffline = vi.fn(async () => undefined);
  const findCarried = async (serials: readonly string[]) => (serials.includes('sender') ? ['speaker'] : []);
  const set = vi.fn(async () => {
    if (left-- > 0) throw new Error('away');
  });
  const close = vi.fn(async () => undefined);
  const engine = {
    name: 'rabbitmq' as const,
    publishesWillsOfDisconnected: wills,
    retains: true,
    shardRoutes: null,
    pages: invites ? { set, close } : null,
    disconnect,
  };
  const publisher = { connected: true, publish: vi.fn(async () => undefined) };
  const gateway = createBrokerGateway(publisher, { engine, log: createLogger('silent'), publishOffline, findCarried });
  return { disconnect, publishOffline, set, close, gateway };
}

describe('devices that may not hear a live page any more', () => {
  const others = { serials: ['b'], expiresAt: new Date(1_000) };

  it('are left out of the list of an engine that has one', async () => {
    const { gateway, set, disconnect } = setUp({ invites: true });
    await gateway.uninvite('page', ['a'], others);
    expect(set).toHaveBeenCalledExactlyOnceWith('page', ['b'], others.expiresAt);
    expect(disconnect).not.toHaveBeenCalled();
  });

  it('are disconnected where the engine asks about subscriptions, or cannot be told', async () => {
    const asking = setUp();
    await asking.gateway.uninvite('page', ['a'], others);
    expect(asking.disconnect).toHaveBeenCalledExactlyOnceWith('device', ['a']);
    const away = setUp({ invites: true, failures: 1 });
    await away.gateway.uninvite('page', ['a'], others);
    expect(away.disconnect).toHaveBeenCalledExactlyOnceWith('device', ['a']);
  });

  it('are not to be told of where there are none, and an invitation that the engine does not take is refused', async () => {
    const { gateway, set, disconnect } = setUp({ invites: true, failures: 1 });
    await gateway.uninvite('page', [], others);
    expect([set.mock.calls.length, disconnect.mock.calls.length]).toEqual([0, 0]);
    await expect(gateway.invite('page', ['a'], others.expiresAt)).rejects.toMatchObject({ code: 'broker_unavailable' });
    await expect(setUp().gateway.invite('page', ['a'], others.expiresAt)).resolves.toBeUndefined();
  });
});

describe('disconnecting clients', () => {
  it('drops the network speakers for which a device signs in, too', async () => {
    const { disconnect, publishOffline, gateway } = setUp();
    await gateway.disconnect('device', ['sender']);
    expect(disconnect).toHaveBeenCalledExactlyOnceWith('device', ['sender', 'speaker']);
    expect(publishOffline).toHaveBeenCalledExactlyOnceWith(['sender', 'speaker']);
    await gateway.disconnect('console', [1]);
    expect(disconnect).toHaveBeenLastCalledWith('console', ['1']);
  });

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
