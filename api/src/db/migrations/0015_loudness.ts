import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How loud audio files are, by which everything is played equally loud. */
export const loudness: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create function mark_stale_by_targets() returns trigger language plpgsql as $$
    begin
      insert into stale_programmes (user_id) select owner_id from new_rows;
      return null;
    end $$`,
  `create function mark_stale_by_ability() returns trigger language plpgsql as $$
    begin
      insert into stale_programmes (user_id, device_id)
      select user_id, device_id from devices where device_id = new.device_id and user_id is not null;
      return null;
    end $$`,
  `create function mark_stale_by_levelled() returns trigger language plpgsql as $$
    begin
      -- Once for all files that wait, because each makes another programme of every device.
      if not exists (
        select from levelled_audio
        where user_id = new.user_id and levelled_sha256 is null and not failed and claimed_at is null
      ) then
        insert into stale_programmes (user_id) values (new.user_id);
      end if;
      if new.levelled_sha256 is not null then
        insert into stale_programmes (user_id)
        select user_id from audio_owners where sha256 = new.sha256 and user_id <> new.user_id;
      end if;
      return null;
    end $$`,
  `alter table audio_files
    add column loudness_lufs double precision,
    add column peak_dbtp double precision,
    add column measured_at timestamptz`,
  `comment on column audio_files.loudness_lufs is 'Integrated loudness by EBU R 128; null: silent, not measured yet, or not to be decoded.'`,
  `comment on column audio_files.peak_dbtp is 'True peak; null as for the loudness.'`,
  `comment on column audio_files.measured_at is 'Null: a job measures it.'`,
  `create table loudness_targets (
    owner_id integer primary key references users on delete cascade,
    speech_lufs integer not null,
    music_lufs integer not null
  )`,
  `comment on table loudness_targets is 'How loud an organisation, which is everything that its owner has, hears what is played.'`,
  `alter table companies add column trim_db integer`,
  `comment on column companies.trim_db is 'By how much it is louder than the targets at this node and below, in dB; null: inherited.'`,
  `alter table device_state add column takes_gain boolean not null default false`,
  `comment on column device_state.takes_gain is 'The device applies gains itself; others get files with the gain applied.'`,
  `alter table announcement_parts
    add column trim_db integer not null default 0,
    add column takes_gain boolean not null default false`,
  `comment on column announcement_parts.trim_db is 'Of its places.'`,
  `comment on column announcement_parts.takes_gain is 'Its devices apply gains themselves.'`,
  `create table levelled_audio (
    sha256 text not null references audio_files on delete cascade,
    gain_db double precision not null,
    user_id integer not null references users on delete cascade,
    requested_at timestamptz not null default now(),
    claimed_at timestamptz,
    levelled_sha256 text references audio_files on delete cascade,
    failed boolean not null default false,
    primary key (sha256, gain_db)
  )`,
  `comment on table levelled_audio is 'Files with a gain applied, for players that cannot apply it.'`,
  `comment on column levelled_audio.user_id is 'Whose budget it is charged to.'`,
  `comment on column levelled_audio.levelled_sha256 is 'Null: it is not made yet, or failed.'`,
  `create index levelled_audio_waiting on levelled_audio (requested_at) where levelled_sha256 is null and not failed`,
  `create index levelled_audio_of_user on levelled_audio (user_id)`,
  `create index levelled_audio_result on levelled_audio (levelled_sha256)`,
  `create trigger stale_programmes_insert after insert on loudness_targets referencing new table as new_rows
    for each statement execute function mark_stale_by_targets()`,
  `create trigger stale_programmes_update after update on loudness_targets referencing new table as new_rows
    for each statement execute function mark_stale_by_targets()`,
  `create trigger device_state_note_ability after update of takes_gain on device_state
    for each row when (old.takes_gain is distinct from new.takes_gain) execute function mark_stale_by_ability()`,
  `create trigger stale_programmes_update after update on levelled_audio
    for each row execute function mark_stale_by_levelled()`,
  `create index audio_files_unmeasured on audio_files (created_at) where measured_at is null`,
];
