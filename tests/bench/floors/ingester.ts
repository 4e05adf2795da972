/**
 * The floor of the ingest: MQTT.js with batches of 2,000 messages or 10 ms, one `unnest` insert per batch, and
 * acknowledgement on arrival. With a batch size of 1 it inserts each message on its own. Input: see `Input`.
 */
import mqtt from 'mqtt';
import pg from 'pg';

interface Input {
  mqttPort: number;
  databaseUrl: string;
  table: string;
  batch: number;
}
interface Metrics {
  hostname: string;
  cpu_usage_percent: number;
  cpu_temperature: number;
  memory_usage_percent: number;
  disk_usage_percent: number;
  uptime_seconds: number;
  collected_at: string;
  seq: number;
}

const { mqttPort, databaseUrl, table, batch } = JSON.parse(process.argv[2] ?? '{}') as Input;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
pool.on('error', () => {});
const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { clientId: `floor-${table}` });

const INSERT = `insert into ${table} select * from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::text[],
  $5::real[], $6::real[], $7::real[], $8::real[], $9::bigint[])`;
let waiting: [serial: string, metrics: Metrics][] = [];
let timer: NodeJS.Timeout | undefined;

async function flush(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const rows = waiting;
  waiting = [];
  if (rows.length === 0) return;
  const column = (read: (metrics: Metrics) => unknown): unknown[] => rows.map(([, metrics]) => read(metrics));
  await pool.query({
    name: 'insert',
    text: INSERT,
    values: [
      rows.map(([serial]) => serial),
      column((m) => m.collected_at),
      column((m) => m.seq),
      column((m) => m.hostname),
      column((m) => m.cpu_usage_percent),
      column((m) => m.cpu_temperature),
      column((m) => m.memory_usage_percent),
      column((m) => m.disk_usage_percent),
      column((m) => m.uptime_seconds),
    ],
  });
}

client.on('message', (topic, payload) => {
  waiting.push([topic.slice(8, 27), JSON.parse(payload.toString()) as Metrics]);
  if (waiting.length >= batch) void flush();
  else timer ??= setTimeout(() => void flush(), 10);
});
await client.subscribeAsync('devices/+/metrics', { qos: 1 });
process.stdout.write('subscribed\n');
