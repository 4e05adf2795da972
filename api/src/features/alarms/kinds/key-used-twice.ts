import { TWINS_REMEMBERED_MS } from '@belfry/schemas/http/service/internal';
import { sql } from 'kysely';
import { ofDevices, type QueryKind } from './query-kind.ts';

type Row = {
  device_id: number;
  owner_id: number;
  company_id: number;
  since: Date;
  stays_peer: string;
  stays_ip: string | null;
  refused_peer: string;
  refused_ip: string | null;
};

/** Another device has the key of this one, until it gets a new one: the broker has seen them end each other's connection, and admits one of them. */
export const keyUsedTwice: QueryKind = {
  everyS: 10,
  async find({ db, now }) {
    const { rows } = await sql<Row>`
      select t.device_id, d.user_id as owner_id, d.company_id, t.since, t.stays_peer, t.stays_ip, t.refused_peer, t.refused_ip
      from device_twins t
      join devices d on d.device_id = t.device_id and d.company_id is not null and d.user_id is not null
      where t.seen_at > ${new Date(now - TWINS_REMEMBERED_MS)}
        and (d.key_created_at is null or t.seen_at > d.key_created_at)`.execute(db);
    return rows.flatMap((row) => ofDevices([row]).map((finding) => Object.assign(finding, { detail: detailOf(row) })));
  },
};

const detailOf = ({ stays_peer, stays_ip, refused_peer, refused_ip }: Row): string =>
  `Connected: ${placeText(stays_peer, stays_ip)}; refused: ${placeText(refused_peer, refused_ip)}`;

/** `10.0.0.5 (from 203.0.113.7)`, where a device has another address than its connection. */
const placeText = (peer: string, ip: string | null): string =>
  ip === null || ip === peer ? peer : `${ip} (from ${peer})`;
