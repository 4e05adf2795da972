import { z } from 'zod';
import { ENGINE_RETAINS } from '../../config/engine.ts';
import type { ManagementSettings, MqttEngine } from '../../mqtt-engine.ts';
import { createManagement, type ManagementCall } from '../management.ts';

const CLIENTS_PER_CALL = 1_000;
const CALLS_AT_ONCE = 8;

const clientPage = z.object({ data: z.array(z.object({ clientid: z.string() })) });

/** EMQX 5.8 or later, which takes access lists from the authentication. */
export function createEmqxEngine(settings: ManagementSettings): MqttEngine {
  const call = createManagement(settings);

  async function kick(clientIds: readonly string[]): Promise<void> {
    for (let from = 0; from < clientIds.length; from += CLIENTS_PER_CALL) {
      await call('POST', '/api/v5/clients/kickout/bulk', clientIds.slice(from, from + CLIENTS_PER_CALL));
    }
  }

  return {
    name: 'emqx',
    shardRoutes: null,
    publishesWillsOfDisconnected: false,
    retains: ENGINE_RETAINS.emqx,
    async disconnect(kind, ids) {
      // A device's client id is its serial.
      if (kind === 'device') return kick(ids);
      const left = ids.values();
      const work = async (): Promise<void> => {
        for (const id of left) await kick(await clientIdsOf(call, id));
      };
      await Promise.all(Array.from({ length: Math.min(CALLS_AT_ONCE, ids.length) }, work));
    },
  };
}

/** The client ids of the consoles of one user; their number is limited by the page, since a user has few connections. */
async function clientIdsOf(call: ManagementCall, username: string): Promise<string[]> {
  const query = new URLSearchParams({ username, limit: String(CLIENTS_PER_CALL) });
  const { data } = clientPage.parse(await call('GET', `/api/v5/clients?${query.toString()}`));
  return data.map(({ clientid }) => clientid);
}
