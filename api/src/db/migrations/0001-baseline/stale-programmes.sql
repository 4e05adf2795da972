-- What makes programmes stale. Triggers note it in the transaction of the change, because many features change what a programme is compiled from.
-- They run once per statement, whatever number of rows it changes.

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
create trigger stale_programmes_insert after insert on messages referencing new table as new_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on messages referencing old table as old_rows new table as new_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on messages referencing old table as old_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_insert after insert on audio referencing new table as new_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on audio referencing old table as old_rows new table as new_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on audio referencing old table as old_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_insert after insert on playlists referencing new table as new_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on playlists referencing old table as old_rows new table as new_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on playlists referencing old table as old_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_insert after insert on stations referencing new table as new_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on stations referencing old table as old_rows new table as new_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on stations referencing old table as old_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_insert after insert on dictionary_entries referencing new table as new_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on dictionary_entries referencing old table as old_rows new table as new_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on dictionary_entries referencing old table as old_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_insert after insert on holiday_calendars referencing new table as new_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on holiday_calendars referencing old table as old_rows new table as new_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on holiday_calendars referencing old table as old_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_insert after insert on device_groups referencing new table as new_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_update after update on device_groups referencing old table as old_rows new table as new_rows
  for each statement execute function mark_stale_by_owner();
create trigger stale_programmes_delete after delete on device_groups referencing old table as old_rows
  for each statement execute function mark_stale_by_owner();

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
create trigger stale_programmes_insert after insert on playlist_items referencing new table as new_rows
  for each statement execute function mark_stale_by_playlist();
create trigger stale_programmes_update after update on playlist_items referencing old table as old_rows new table as new_rows
  for each statement execute function mark_stale_by_playlist();
create trigger stale_programmes_delete after delete on playlist_items referencing old table as old_rows
  for each statement execute function mark_stale_by_playlist();

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
create trigger stale_programmes_insert after insert on schedules referencing new table as new_rows
  for each statement execute function mark_stale_by_schedule();
create trigger stale_programmes_update after update on schedules referencing old table as old_rows new table as new_rows
  for each statement execute function mark_stale_by_schedule();
create trigger stale_programmes_delete after delete on schedules referencing old table as old_rows
  for each statement execute function mark_stale_by_schedule();

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
create trigger stale_programmes_insert after insert on devices referencing new table as new_rows
  for each statement execute function mark_stale_by_device();
create trigger stale_programmes_update after update on devices referencing old table as old_rows new table as new_rows
  for each statement execute function mark_stale_by_device();

create function mark_stale_by_node() returns trigger language plpgsql as $$
begin
  insert into stale_programmes (user_id)
  select distinct n.user_id from new_rows n join old_rows o on o.company_id = n.company_id
  where to_jsonb(n) - 'updated_at' <> to_jsonb(o) - 'updated_at';
  return null;
end $$;
create trigger stale_programmes_update after update on companies referencing old table as old_rows new table as new_rows
  for each statement execute function mark_stale_by_node();

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
create trigger stale_programmes_insert after insert on device_group_elements referencing new table as new_rows
  for each statement execute function mark_stale_by_group();
create trigger stale_programmes_update after update on device_group_elements referencing old table as old_rows new table as new_rows
  for each statement execute function mark_stale_by_group();
create trigger stale_programmes_delete after delete on device_group_elements referencing old table as old_rows
  for each statement execute function mark_stale_by_group();

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
create trigger stale_programmes_insert after insert on day_programmes referencing new table as new_rows
  for each statement execute function mark_stale_by_day_programme();
create trigger stale_programmes_update after update on day_programmes referencing old table as old_rows new table as new_rows
  for each statement execute function mark_stale_by_day_programme();
create trigger stale_programmes_delete after delete on day_programmes referencing old table as old_rows
  for each statement execute function mark_stale_by_day_programme();
