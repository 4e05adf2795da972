-- Memberships, the rights at each node that follow from them, and invitations.

create table memberships (
  member_id int generated always as identity primary key,
  company_id int not null references companies on delete cascade,
  user_id int not null references users on delete cascade,
  role text not null check (role in ('viewer', 'announcer', 'planner', 'technician', 'manager')),
  may_emergency boolean not null default false,
  rights int not null,
  expires_at timestamptz,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  revision int not null default 1,
  provider_id int,
  unique (company_id, user_id, role)
);
comment on table memberships is 'Roles of people at nodes that are not theirs, for the node and everything below it; several add up.';
comment on column memberships.rights is 'The bits of the role; see schemas/src/domain/rights.ts.';
comment on column memberships.provider_id is 'The identity provider whose rules made it; null where a person did.';
create index memberships_user on memberships (user_id);
create index memberships_expiry on memberships (expires_at) where expires_at is not null;
create index memberships_provider on memberships (provider_id) where provider_id is not null;
create index memberships_created_by on memberships (created_by) where created_by is not null;

create table node_rights (
  user_id int references users on delete cascade,
  company_id int references companies on delete cascade,
  member_id int references memberships on delete cascade,
  rights int not null,
  expires_at timestamptz,
  primary key (user_id, company_id, member_id)
);
comment on table node_rights is 'What follows from memberships, for every node; written by triggers only.';
create index node_rights_company on node_rights (company_id);
create index node_rights_member on node_rights (member_id);

create table member_invitations (
  invitation_id int generated always as identity primary key,
  token_hash bytea not null unique,
  company_id int not null references companies on delete cascade,
  email text not null,
  lang text not null,
  role text not null check (role in ('viewer', 'announcer', 'planner', 'technician', 'manager')),
  may_emergency boolean not null default false,
  membership_ends_at timestamptz,
  invited_by int references users on delete set null,
  message_id int,
  accepted_by int references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  rights int not null
);
comment on table member_invitations is 'Invitations of people who are nowhere in an organisation to become member of a node.';
comment on column member_invitations.token_hash is 'SHA-256 of the token in the link.';
comment on column member_invitations.message_id is 'Null: the person has blocked the sender, so nothing was sent.';
comment on column member_invitations.rights is 'The bits of the role; see schemas/src/domain/rights.ts.';
create index member_invitations_company on member_invitations (company_id);
create index member_invitations_expiry on member_invitations (expires_at);
create index member_invitations_accepted_by on member_invitations (accepted_by) where accepted_by is not null;
create index member_invitations_invited_by on member_invitations (invited_by) where invited_by is not null;
create index member_invitations_email on member_invitations (lower(email)) where accepted_by is null;

create table ended_rights (
  user_id int,
  owner_id int,
  noted_at timestamptz not null default now(),
  primary key (user_id, owner_id)
);
comment on table ended_rights is 'People who were blocked, or whose role or memberships in an organisation have changed or ended, until what they have started is checked.';

create table blocked_senders (
  user_id int references users on delete cascade,
  sender_id int references users on delete cascade,
  blocked_at timestamptz not null default now(),
  primary key (user_id, sender_id)
);
comment on table blocked_senders is 'Whose invitations a person neither sees nor gets by mail.';
create index blocked_senders_sender on blocked_senders (sender_id);

-- A membership and a node that is added below it at the same time must see each other: the one waits for the other's tree.
create function lock_tree_rights(tree_id int, changes boolean) returns void language plpgsql as $$
  begin
    if changes then perform pg_advisory_xact_lock(4182006, tree_id);
    else perform pg_advisory_xact_lock_shared(4182006, tree_id);
    end if;
  end $$;

create function branch_of(top int) returns int[] language sql stable as $$
    with recursive below (company_id) as (
      select top
      union all
      select c.company_id from below b join companies c on c.parent_company_id = b.company_id
    )
    select array_agg(company_id) from below
  $$;

-- Parents and children may be added by one statement, so each new node takes the rights of the nearest node that was there before.
create function inherit_node_rights() returns trigger language plpgsql as $$
  begin
    perform lock_tree_rights(tree_id, false) from (select distinct tree_id from added order by tree_id) t;
    -- Most trees have no members, and the statement below takes long for thousands of nodes.
    if not exists (select from added a join node_rights r on r.company_id = a.parent_company_id) then return null; end if;
    insert into node_rights (user_id, company_id, member_id, rights, expires_at)
    with recursive below (company_id, source_id) as (
      select a.company_id, a.parent_company_id from added a
      where a.parent_company_id is not null and not exists (select from added p where p.company_id = a.parent_company_id)
      union all
      select a.company_id, b.source_id from below b join added a on a.parent_company_id = b.company_id
    )
    select r.user_id, b.company_id, r.member_id, r.rights, r.expires_at
    from below b join node_rights r on r.company_id = b.source_id;
    return null;
  end $$;
create trigger companies_inherit_rights after insert on companies referencing new table as added for each statement execute function inherit_node_rights();

-- Of a moved branch, memberships at its own nodes stay, and those from above are replaced.
create function move_node_rights() returns trigger language plpgsql as $$
  declare branch int[];
  begin
    perform lock_tree_rights(tree_id, false) from (select unnest(array[old.tree_id, new.tree_id]) as tree_id order by 1) t;
    branch := branch_of(new.company_id);
    delete from node_rights r using memberships m
    where r.company_id = any(branch) and m.member_id = r.member_id and m.company_id <> all(branch);
    insert into node_rights (user_id, company_id, member_id, rights, expires_at)
    select r.user_id, b.company_id, r.member_id, r.rights, r.expires_at
    from unnest(branch) b (company_id) cross join node_rights r where r.company_id = new.parent_company_id;
    return null;
  end $$;
create trigger companies_move_rights after update of parent_company_id on companies for each row when (old.parent_company_id is distinct from new.parent_company_id) execute function move_node_rights();

create function apply_membership() returns trigger language plpgsql as $$
  begin
    perform lock_tree_rights(tree_id, true) from companies where company_id = new.company_id;
    if tg_op = 'UPDATE' then
      update node_rights set rights = new.rights, expires_at = new.expires_at where member_id = new.member_id;
    else
      insert into node_rights (user_id, company_id, member_id, rights, expires_at)
      select new.user_id, company_id, new.member_id, new.rights, new.expires_at
      from unnest(branch_of(new.company_id)) b (company_id);
    end if;
    return null;
  end $$;
create trigger memberships_apply after insert or update of rights, expires_at on memberships for each row execute function apply_membership();

create function note_ended_rights() returns trigger language plpgsql as $$
  begin
    insert into ended_rights (user_id, owner_id)
    select old.user_id, c.user_id from companies c where c.company_id = old.company_id
    on conflict (user_id, owner_id) do update set noted_at = clock_timestamp();
    return null;
  end $$;
create trigger memberships_note_ended_rights after delete or update of rights, expires_at on memberships for each row execute function note_ended_rights();

create function note_ended_account() returns trigger language plpgsql as $$
  begin
    insert into ended_rights (user_id, owner_id)
    select new.id, r.user_id from announcement_runs r
      where (r.started_by = new.id or (r.started_by is null and r.user_id = new.id and r.kind <> 'schedule')) and r.state in ('rendering', 'running') and r.user_id is not null
    union
    select new.id, d.user_id from command_runs r join command_run_devices x on x.run_id = r.id join devices d on d.device_id = x.device_id
      where r.issued_by = new.id and r.state in ('running', 'paused', 'stopped') and d.user_id is not null
    union
    select new.id, d.user_id from commands c join command_deliveries x on x.command_id = c.id join devices d on d.device_id = x.device_id
      where c.issued_by = new.id and x.held and x.state in ('queued', 'sent') and d.user_id is not null
    on conflict (user_id, owner_id) do update set noted_at = clock_timestamp();
    return null;
  end $$;
create trigger users_note_ended_account after update of blocked, role on users for each row
  when ((new.blocked and not old.blocked) or new.role is distinct from old.role) execute function note_ended_account();

create function is_in_organisation(person int, owner int) returns boolean language sql stable as $$
    select person = owner or exists (
      select from memberships m join companies c on c.company_id = m.company_id
      where m.user_id = person and c.user_id = owner and (m.expires_at is null or m.expires_at > now())
    )
  $$;

create trigger memberships_shorten_sessions after insert or update of expires_at on memberships for each row execute function shorten_sessions_of_person();
