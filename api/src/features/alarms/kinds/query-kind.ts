import type { Kysely } from 'kysely';
import type { BackupState } from '@belfry/schemas/http/service/health';
import type { Database } from '../../../db/database.ts';
import type { LateTurn } from '../../../lib/pool-waits.ts';

export type Finding = {
  /** As `device:12`, `schedule:9`, `alert_feed:3` or `installation`. */
  subject: string;
  /** null: it is about the installation. */
  owner_id: number | null;
  device_id: number | null;
  company_id: number | null;
  /** When it began, in milliseconds; null: now. */
  since: number | null;
  value: number | null;
  /** Which one it is, and why, where the kind does not say it: in English, for those who read the node. */
  detail?: string;
};

export type InstallationFacts = {
  /** null: this process does not know. */
  receiving: boolean | null;
  backup: () => Promise<BackupState>;
  /** null: the console has no certificate, or it cannot be read. */
  certificateDays: () => Promise<number | null>;
  findLateTurn: () => LateTurn | null;
};

export type QueryInput = { db: Kysely<Database>; now: number; facts: InstallationFacts };

/** The evaluator of a kind that is asked for at an interval. It finds everything that is wrong, and nothing else. */
export type QueryKind = { everyS: number; find(input: QueryInput): Promise<Finding[]> };

export const ofInstallation = (bad: boolean, value: number | null = null, detail?: string): Finding[] =>
  bad ? [{ ...INSTALLATION, value, ...(detail !== undefined && { detail }) }] : [];
const INSTALLATION = { subject: 'installation', owner_id: null, device_id: null, company_id: null, since: null };

export const deviceSubject = (deviceId: number): string => `device:${deviceId}`;

type DeviceRow = { device_id: number; owner_id: number; company_id: number; since: Date | null };

export const ofDevices = (rows: readonly DeviceRow[]): Finding[] =>
  rows.map(({ device_id, owner_id, company_id, since }) => ({
    subject: deviceSubject(device_id),
    owner_id,
    device_id,
    company_id,
    since: since?.getTime() ?? null,
    value: null,
  }));
