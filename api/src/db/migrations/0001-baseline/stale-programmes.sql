-- What makes programmes stale: triggers note it in the transaction of the change, because many features change what a programme is compiled from.

create table stale_programmes (
  id bigint generated always as identity primary key,
  user_id int,
  schedule_id int,
  device_id int,
  due boolean not null default false,
  at timestamptz not null default now()
);
comment on table stale_programmes is 'What has to be compiled again: everything of a user, or what a schedule or device concerns. Triggers write it.';
comment on column stale_programmes.user_id is 'null: the device has no owner.';
comment on column stale_programmes.due is 'Only another day is to be added; nothing has changed.';

-- Tables whose rows have an owner: all programmes of the owner are stale.
create function mark_stale_by_owner() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into stale_programmes (user_id) select distinct user_id from old_rows;
  else
    insert into stale_programmes (user_id) select distinct user_id from new_rows;
  end if;
  return null;
end $$;
create trigger stale_programmes_insert after insert on messages referencing new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on messages referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on messages referencing old table as old_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_insert after insert on audio referencing new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on audio referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on audio referencing old table as old_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_insert after insert on playlists referencing new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on playlists referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on playlists referencing old table as old_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_insert after insert on stations referencing new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on stations referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on stations referencing old table as old_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_insert after insert on dictionary_entries referencing new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on dictionary_entries referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on dictionary_entries referencing old table as old_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_insert after insert on holiday_calendars referencing new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on holiday_calendars referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on holiday_calendars referencing old table as old_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_insert after insert on device_groups referencing new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on device_groups referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on device_groups referencing old table as old_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_insert after insert on voice_mappings referencing new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on voice_mappings referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on voice_mappings referencing old table as old_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_insert after insert on chimes referencing new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on chimes referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on chimes referencing old table as old_rows for each statement execute function mark_stale_by_owner();

create function mark_stale_by_playlist() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into stale_programmes (user_id)
    select distinct p.user_id from old_rows o join playlists p on p.id = o.playlist_id;
  else
    insert into stale_programmes (user_id)
    select distinct p.user_id from new_rows n join playlists p on p.id = n.playlist_id;
  end if;
  return null;
end $$;
create trigger stale_programmes_insert after insert on playlist_items referencing new table as new_rows for each statement execute function mark_stale_by_playlist();
create trigger stale_programmes_update after update on playlist_items referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_playlist();
create trigger stale_programmes_delete after delete on playlist_items referencing old table as old_rows for each statement execute function mark_stale_by_playlist();

-- A change of what the compilation itself writes does not count; it leaves the revision.
create function mark_stale_by_schedule() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into stale_programmes (user_id, schedule_id) select user_id, id from old_rows;
  elsif tg_op = 'INSERT' then
    insert into stale_programmes (user_id, schedule_id) select user_id, id from new_rows;
  else
    insert into stale_programmes (user_id, schedule_id)
    select n.user_id, n.id from new_rows n join old_rows o on o.id = n.id where n.revision <> o.revision;
  end if;
  return null;
end $$;
create trigger stale_programmes_insert after insert on schedules referencing new table as new_rows for each statement execute function mark_stale_by_schedule();
create trigger stale_programmes_update after update on schedules referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_schedule();
create trigger stale_programmes_delete after delete on schedules referencing old table as old_rows for each statement execute function mark_stale_by_schedule();

create function mark_stale_by_device() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into stale_programmes (user_id, device_id)
    select user_id, device_id from new_rows where user_id is not null;
  else
    insert into stale_programmes (user_id, device_id)
    select n.user_id, n.device_id from new_rows n join old_rows o on o.device_id = n.device_id
    where (n.user_id, n.company_id) is distinct from (o.user_id, o.company_id);
  end if;
  return null;
end $$;
create trigger stale_programmes_insert after insert on devices referencing new table as new_rows for each statement execute function mark_stale_by_device();
create trigger stale_programmes_update after update on devices referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_device();

create function mark_stale_by_node() returns trigger language plpgsql as $$
begin
  insert into stale_programmes (user_id)
  select distinct n.user_id from new_rows n join old_rows o on o.company_id = n.company_id
  where to_jsonb(n) - 'updated_at' <> to_jsonb(o) - 'updated_at';
  return null;
end $$;
create trigger stale_programmes_update after update on companies referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_node();

create function mark_stale_by_group() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into stale_programmes (user_id)
    select distinct g.user_id from old_rows o join device_groups g on g.id = o.group_id;
  else
    insert into stale_programmes (user_id)
    select distinct g.user_id from new_rows n join device_groups g on g.id = n.group_id;
  end if;
  return null;
end $$;
create trigger stale_programmes_insert after insert on device_group_elements referencing new table as new_rows for each statement execute function mark_stale_by_group();
create trigger stale_programmes_update after update on device_group_elements referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_group();
create trigger stale_programmes_delete after delete on device_group_elements referencing old table as old_rows for each statement execute function mark_stale_by_group();

create function mark_stale_by_day_programme() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into stale_programmes (user_id)
    select distinct c.user_id from old_rows o join companies c on c.company_id = o.company_id;
  else
    insert into stale_programmes (user_id)
    select distinct c.user_id from new_rows n join companies c on c.company_id = n.company_id;
  end if;
  return null;
end $$;
create trigger stale_programmes_insert after insert on day_programmes referencing new table as new_rows for each statement execute function mark_stale_by_day_programme();
create trigger stale_programmes_update after update on day_programmes referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_day_programme();
create trigger stale_programmes_delete after delete on day_programmes referencing old table as old_rows for each statement execute function mark_stale_by_day_programme();

-- Programmes name the bells of a timetable by its negative id. What the compilation itself writes leaves the revision.
create function mark_stale_by_timetable() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      insert into stale_programmes (user_id, schedule_id) select user_id, -timetable_id from old_rows;
    else
      insert into stale_programmes (user_id, schedule_id)
      select n.user_id, -n.timetable_id from new_rows n join old_rows o on o.timetable_id = n.timetable_id
      where n.revision <> o.revision;
    end if;
    return null;
  end $$;
create trigger stale_programmes_update after update on bell_timetables referencing old table as old_rows new table as new_rows for each statement execute function mark_stale_by_timetable();
create trigger stale_programmes_delete after delete on bell_timetables referencing old table as old_rows for each statement execute function mark_stale_by_timetable();

create function mark_stale_by_bell_place() returns trigger language plpgsql as $$
  begin
    with recursive below (company_id) as (
      select company_id from new_rows
      union
      select c.company_id from below b join companies c on c.parent_company_id = b.company_id
    )
    insert into stale_programmes (user_id, device_id)
    select d.user_id, d.device_id from below b join devices d on d.company_id = b.company_id where d.user_id is not null;
    return null;
  end $$;
create trigger stale_programmes_insert after insert on bell_places referencing new table as new_rows for each statement execute function mark_stale_by_bell_place();
create trigger stale_programmes_update after update on bell_places referencing new table as new_rows for each statement execute function mark_stale_by_bell_place();

create function mark_stale_by_targets() returns trigger language plpgsql as $$
    begin
      insert into stale_programmes (user_id) select owner_id from new_rows;
      return null;
    end $$;
create trigger stale_programmes_insert after insert on loudness_targets referencing new table as new_rows for each statement execute function mark_stale_by_targets();
create trigger stale_programmes_update after update on loudness_targets referencing new table as new_rows for each statement execute function mark_stale_by_targets();

create function mark_stale_by_ability() returns trigger language plpgsql as $$
    begin
      insert into stale_programmes (user_id, device_id)
      select user_id, device_id from devices where device_id = new.device_id and user_id is not null;
      return null;
    end $$;
create trigger device_state_note_ability after update of takes_gain on device_state for each row when (old.takes_gain is distinct from new.takes_gain) execute function mark_stale_by_ability();
create trigger device_state_note_music after update of mixes_music on device_state for each row when (old.mixes_music is distinct from new.mixes_music) execute function mark_stale_by_ability();

create function mark_stale_by_levelled() returns trigger language plpgsql as $$
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
    end $$;
create trigger stale_programmes_update after update on levelled_audio for each row execute function mark_stale_by_levelled();

create function mark_stale_by_clock() returns trigger language plpgsql as $$
    begin
      insert into stale_programmes (user_id, device_id)
      select d.user_id, d.device_id from devices d
      where d.device_id = new.device_id
        and exists (select from companies c where c.user_id = d.user_id and c.clock_required);
      return null;
    end $$;
create trigger device_state_note_clock after update of clock_synchronised on device_state for each row when ((old.clock_synchronised is null) <> (new.clock_synchronised is null)) execute function mark_stale_by_clock();

create function mark_stale_by_listening() returns trigger language plpgsql as $$
    begin
      insert into stale_programmes (user_id, device_id)
      select d.user_id, d.device_id from devices d
      where d.device_id = new.device_id
        and exists (select from companies c where c.user_id = d.user_id and (c.sound_test ->> 'passive')::bool);
      return null;
    end $$;
create trigger device_state_note_lead_in after update of leads_in on device_state for each row when (old.leads_in is distinct from new.leads_in) execute function mark_stale_by_ability();
create trigger device_state_note_listening after update of listens on device_state for each row when (old.listens is distinct from new.listens) execute function mark_stale_by_listening();
