import type { PublishOptions } from '@belfry/api/broker-gateway';
import { createCommands, type Commands } from '@belfry/api/features/commands/commands.service';
import type { Principal } from '@belfry/api/http/routes/principal';
import { createLogger, type Logger } from '@belfry/api/log';
import { canCommandDevice } from '@belfry/api/policies/devices';
import type { Role } from '@belfry/schemas/domain/roles';
import { startTestStore } from '../database.ts';
import { createAdmin, createDevice, createUser, type TestDevice, type TestUser } from '../factories.ts';
import { until } from '../until.ts';

type Published = { topic: string; message: Record<string, unknown>; options: PublishOptions };

export type DeliveryRow = {
  state: string;
  success: boolean | null;
  error: string | null;
  error_type: string | null;
  sent_at: Date | null;
  settled_at: Date | null;
  issued_at: Date;
  expires_at: Date;
  deadline_at: Date;
};

/** The command service with a database of its own and a broker that records messages; `broker.failing` makes it reject. */
export async function startCommandService() {
  const store = await startTestStore();
  const { pool, db } = store;
  const log = createLogger('silent');
  const { broker, published } = recordingBroker();
  const { events, notified } = recordingEvents();
  const instances: Commands[] = [];
  function instance(over: { log?: Logger } = {}): Commands {
    const commands = createCommands({ pool, broker, events, log, ...over });
    instances.push(commands);
    return commands;
  }

  async function onlineDevice(owner?: TestUser): Promise<TestDevice> {
    const device = await createDevice({ db }, { user_id: owner?.id ?? null });
    await pool.query(`update device_state set reported_status = 'online' where device_id = $1`, [device.device_id]);
    return device;
  }
  async function delivery(commandId: string, serial: string): Promise<DeliveryRow | undefined> {
    const { rows } = await pool.query<DeliveryRow>(
      'select x.* from command_deliveries x join devices using (device_id) where command_id = $1 and serial = $2',
      [commandId, serial],
    );
    return rows[0];
  }
  const untilState = (commandId: string, serial: string, state: string) =>
    until(
      state,
      () => delivery(commandId, serial),
      (row) => row?.state === state,
    ) as Promise<DeliveryRow>;

  return {
    pool,
    db,
    broker,
    published,
    notified,
    instance,
    onlineDevice,
    delivery,
    untilState,
    admin: principal(await createAdmin({ db }), 'admin'),
    user: async () => principal(await createUser({ db }), 'user'),
    async stop() {
      for (const commands of instances) await commands.stop();
      await store.stop();
    },
  };
}

type CommandService = Awaited<ReturnType<typeof startCommandService>>;

/** Sends `wifi_scan` to the device. @returns its command id, once it is stored as sent */
export async function sendScan(
  { admin, untilState }: Pick<CommandService, 'admin' | 'untilState'>,
  commands: Pick<Commands, 'send'>,
  { serial }: TestDevice,
): Promise<string> {
  const request = { policy: canCommandDevice, user: admin, serial, command: 'wifi_scan', params: {} } as const;
  const { commandId } = await commands.send(request);
  if (commandId === null) throw new Error('it was refused');
  await untilState(commandId, serial, 'sent');
  return commandId;
}

const principal = (user: TestUser, role: Role): Principal & TestUser => ({
  ...user,
  role,
  key_id: 0,
  key_created_at: new Date(),
  opened_by: null,
});

function recordingBroker() {
  const published: Published[] = [];
  const broker = {
    connected: true,
    failing: false,
    publish(topic: string, payload: string, options: PublishOptions): Promise<void> {
      if (broker.failing) return Promise.reject(new Error('the broker is unavailable'));
      published.push({ topic, message: JSON.parse(payload) as Published['message'], options });
      return Promise.resolve();
    },
  };
  return { broker, published };
}

/** The devices of each `commands_changed`, with the owner who is notified besides administrators. */
function recordingEvents() {
  const notified: { serials: string[]; ownerId: number | null }[] = [];
  const events = {
    changed: (_type: string, serials: readonly (string | number)[], ownerId: number | null = null) => {
      notified.push({ serials: serials.map(String), ownerId });
    },
  };
  return { events, notified };
}
