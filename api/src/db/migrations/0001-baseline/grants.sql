-- What people have granted, in one view, and what stops with their right to grant it.

create table stopped_grants (
  kind text,
  grant_id int,
  owner_id int,
  granted_by int,
  granted_by_name text not null,
  reason text not null check (reason in ('removed', 'lowered', 'blocked', 'expired')),
  was_on boolean not null default true,
  stopped_at timestamptz not null default now(),
  primary key (kind, grant_id)
);
comment on table stopped_grants is 'Grants of people who could not grant them any more, until somebody takes them over, keeps or ends them.';
comment on column stopped_grants.owner_id is 'The organisation; null: of the installation.';
comment on column stopped_grants.granted_by_name is 'Also after the account is gone.';
comment on column stopped_grants.was_on is 'Whether it was turned on before.';
create index stopped_grants_owner on stopped_grants (owner_id);
create index stopped_grants_person on stopped_grants (granted_by);

create table grant_reviews (
  user_id int primary key references users on delete cascade,
  asked_at timestamptz not null default now()
);
comment on table grant_reviews is 'People who changed their password, until they say which of their grants go on.';

-- Of a schedule the node is null: its places are asked one by one.
create view grants as
    select 'member_invitation'::text as kind, i.invitation_id as id, c.user_id as owner_id, i.company_id, i.invited_by as granted_by, 128 | i.rights as needed,
      i.email as name, i.created_at as granted_at, true as is_on, null::jsonb as places
    from member_invitations i join companies c on c.company_id = i.company_id where i.accepted_by is null and i.expires_at > now()
    union all
    select 'registration_invitation', i.id, null, null, i.invited_by, 0, i.email, i.created_at, true, null
    from invitations i where i.user_id is null and i.expires_at > now()
    union all
    select 'api_key', k.id, c.user_id, k.company_id, k.created_by, 128 | m.rights, k.name, k.created_at, true, null
    from api_keys k join companies c on c.company_id = k.company_id join memberships m on m.user_id = k.user_id and m.company_id = k.company_id
    where k.expires_at > now()
    union all
    select 'webhook', w.id, w.owner_id, w.company_id, w.created_by, 128, w.name, w.created_at, w.enabled, null from webhooks w
    union all
    select 'trigger', t.id, t.owner_id, t.company_id, t.created_by,
      128 | case when t.action ->> 'type' in ('emergency', 'all_clear', 'scenario') then 8 else 4 end, t.name, t.created_at, t.enabled, null
    from triggers t
    union all
    select 'scenario', s.id, s.owner_id, s.company_id, s.created_by,
      128 | case when jsonb_path_exists(s.actions, '$[*] ? (@.kind == "emergency" || @.kind == "all_clear")') then 8 else 4 end, s.name, s.created_at, s.enabled, null
    from scenarios s
    union all
    select 'home_assistant', h.id, h.owner_id, h.company_id, h.created_by,
      128 | case when h.allows && '{all_clear,scenarios}' then 8 else 0 end | case when h.allows && '{say,messages}' then 4 else 0 end
        | case when 'volume' = any(h.allows) then 32 else 0 end, h.name, h.created_at, h.enabled, null
    from home_assistants h
    union all
    select 'schedule', s.id, s.user_id, null, s.created_by, 16, s.name, s.created_at, s.enabled, s.targets -> 'nodes' from schedules s
    union all
    select 'responsible_people', r.company_id, c.user_id, r.company_id, r.entered_by, 64, c.name, null, true, null
    from responsible_people r join companies c on c.company_id = r.company_id where r.position = 1
    union all
    select 'alarm_rule', a.rule_id, c.user_id, a.company_id, a.updated_by, 32, a.kind, a.updated_at, true, null
    from alarm_rules a join companies c on c.company_id = a.company_id;
comment on view grants is 'What people have granted; the kinds are those of schemas/src/domain/grants.ts.';

-- Owner and administrators may everything at a tree; a program as long as its key is not stopped.
create function could_grant(person int, owner int, node int, needed int, places jsonb) returns boolean language sql stable as $$
    select exists (
      select from users u
      where u.id = person and u.active and not u.blocked
        and not exists (select from api_keys k join stopped_grants s on s.kind = 'api_key' and s.grant_id = k.id where k.user_id = u.id)
        and case
          when owner is null then u.role <> 'user'
          when u.id = owner or u.role = 'root' then true
          when u.role = 'admin' and (select o.role from users o where o.id = owner) <> 'root' then true
          when node is not null then needed = needed & (
            select coalesce(bit_or(r.rights), 0) from node_rights r
            where r.user_id = u.id and r.company_id = node and (r.expires_at is null or r.expires_at > now()))
          else exists (
              select from memberships m join companies c on c.company_id = m.company_id
              where m.user_id = u.id and c.user_id = owner and m.rights & needed = needed and (m.expires_at is null or m.expires_at > now()))
            and not exists (
              select from jsonb_array_elements_text(coalesce(places, '[]')) p (id) where not exists (
                select from node_rights r where r.user_id = u.id and r.company_id = p.id::int and r.rights & needed = needed
                  and (r.expires_at is null or r.expires_at > now())))
        end
    )
  $$;

-- Each kind that is carried out by itself is turned off as well; the others are asked whenever they are used.
create function stop_grants(person int, why text, is_gone boolean) returns void language plpgsql as $$
  begin
    -- Most people have granted nothing to others, and thousands may be deleted at once.
    if not exists (select from grants g where g.granted_by = person and g.owner_id is distinct from person) then return; end if;
    insert into stopped_grants (kind, grant_id, owner_id, granted_by, granted_by_name, reason, was_on)
    select g.kind, g.id, g.owner_id, g.granted_by, u.name, why, g.is_on from grants g join users u on u.id = g.granted_by
    where g.granted_by = person and g.owner_id is distinct from person
      and (is_gone or not could_grant(person, g.owner_id, g.company_id, g.needed, g.places))
    on conflict do nothing;
    -- What is gone, or was taken over by somebody for whom the statement above has waited.
    delete from stopped_grants s where s.granted_by = person and not exists (
      select from grants g where g.kind = s.kind and g.id = s.grant_id and g.granted_by = person);
    update webhooks set enabled = false, disabled_reason = 'creator', disabled_at = now(), revision = revision + 1
    where created_by = person and enabled and id in (select grant_id from stopped_grants where granted_by = person and kind = 'webhook');
    update triggers set enabled = false, disabled_reason = 'creator', disabled_at = now(), revision = revision + 1
    where created_by = person and enabled and id in (select grant_id from stopped_grants where granted_by = person and kind = 'trigger');
    update home_assistants set enabled = false, disabled_reason = 'creator', revision = revision + 1
    where created_by = person and enabled and id in (select grant_id from stopped_grants where granted_by = person and kind = 'home_assistant');
    update scenarios set enabled = false, disabled_reason = 'creator', revision = revision + 1
    where created_by = person and enabled and id in (select grant_id from stopped_grants where granted_by = person and kind = 'scenario');
    update schedules set enabled = false, revision = revision + 1, updated_at = now()
    where created_by = person and enabled and id in (select grant_id from stopped_grants where granted_by = person and kind = 'schedule');
  end $$;

-- What a program has made stays when its key is ended, but not when that is stopped.
create function stop_grants_of_member() returns trigger language plpgsql as $$
  begin
    perform stop_grants(u.id, case when tg_op = 'UPDATE' then 'lowered' when old.expires_at <= now() then 'expired' else 'removed' end, false)
    from users u where u.id = old.user_id and not u.program;
    return null;
  end $$;
create constraint trigger memberships_stop_grants after delete or update of rights, expires_at on memberships deferrable initially deferred for each row execute function stop_grants_of_member();

create function stop_grants_of_account() returns trigger language plpgsql as $$
  begin
    perform stop_grants(new.id, case when new.blocked or not new.active then 'blocked' else 'lowered' end, false) where not new.program;
    return null;
  end $$;
create constraint trigger users_stop_grants after update of role, blocked, active on users deferrable initially deferred for each row when (old.role is distinct from new.role or new.blocked and not old.blocked or old.active and not new.active) execute function stop_grants_of_account();

create function stop_grants_of_removed_account() returns trigger language plpgsql as $$
  begin
    perform stop_grants(old.id, 'removed', true);
    return old;
  end $$;
create trigger users_stop_grants_of_removed before delete on users for each row execute function stop_grants_of_removed_account();

create function stop_grants_of_program() returns trigger language plpgsql as $$
  begin
    perform stop_grants(k.user_id, new.reason, true) from api_keys k where k.id = new.grant_id;
    return null;
  end $$;
create trigger stopped_grants_stop_program after insert on stopped_grants for each row when (new.kind = 'api_key') execute function stop_grants_of_program();

create function stop_grants_of_branch() returns trigger language plpgsql as $$
  begin
    perform stop_grants(p.granted_by, 'lowered', false) from (
      select distinct g.granted_by from grants g join users u on u.id = g.granted_by and not u.program
      where g.company_id = any((select branch_of(new.company_id))::int[]) and g.granted_by <> g.owner_id
    ) p;
    return null;
  end $$;
create constraint trigger companies_stop_grants after update of parent_company_id on companies deferrable initially deferred for each row when (old.parent_company_id is distinct from new.parent_company_id) execute function stop_grants_of_branch();

create function ask_for_grants() returns trigger language plpgsql as $$
  begin
    insert into grant_reviews (user_id)
    select new.id where exists (
      select from grants g where g.granted_by = new.id
        and g.kind in ('member_invitation', 'registration_invitation', 'api_key', 'webhook', 'trigger', 'home_assistant'))
    on conflict (user_id) do update set asked_at = now();
    return null;
  end $$;
create trigger users_ask_for_grants after update of password_hash on users for each row when (old.password_hash is distinct from new.password_hash) execute function ask_for_grants();
