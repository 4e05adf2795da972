import type { User } from '@belfry/schemas/http/users/admin';
import { formatLanguage } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import type { Selection } from '../../../../lib/paging/use-selection.ts';
import type { UserActionHandlers } from '../../use-user-actions.ts';
import { BlockToggle, OpenButton, UserActions } from './user-buttons.tsx';
import { UserCheckbox } from './user-checkbox.tsx';
import { ConfirmedMark, EmptyValue, UserCountry, UserName } from './user-facts.tsx';
import { PersonStatus } from '../../../../ui/person-status.tsx';
import { useRoleLabel } from '../../../../ui/use-role-label.ts';
import classes from './users-table.module.css';

type Props = { user: User; actions: UserActionHandlers; selection: Selection<number> };

/** A user in the table. */
export function UserRow({ user, actions, selection }: Props) {
  const roleLabel = useRoleLabel();
  const locale = useLocale();
  return (
    <tr
      className={classes.row}
      data-blocked={user.blocked || undefined}
      data-selected={selection.selected.has(user.id) || undefined}
    >
      <td data-column="status">
        <PersonStatus person={user} />
      </td>
      <td data-column="name">
        <span className={classes.pick}>
          <UserCheckbox user={user} selection={selection} own={user.id === actions.ownId} />
          <UserName user={user} own={user.id === actions.ownId} />
        </span>
      </td>
      <td data-column="role">{roleLabel(user.role)}</td>
      <td data-column="phone" className="tabular" title={user.phone ?? undefined}>
        {user.phone ?? <EmptyValue />}
      </td>
      <td data-column="phone_confirm">
        <ConfirmedMark confirmed={user.phone_confirm} />
      </td>
      <td data-column="email" title={user.email}>
        <span className={classes.email}>{user.email}</span>
      </td>
      <td data-column="email_confirm">
        <ConfirmedMark confirmed={user.email_confirm} />
      </td>
      <td data-column="country">
        <UserCountry country={user.country} country_code={user.country_code} />
      </td>
      <td data-column="lang" title={formatLanguage(user.lang, locale)}>
        {user.lang}
      </td>
      <td data-column="blocked">
        <BlockToggle user={user} actions={actions} />
      </td>
      <td data-column="companies">
        <OpenButton user={user} actions={actions} />
      </td>
      <td data-column="actions">
        <span className={classes.actions}>
          <UserActions user={user} actions={actions} />
        </span>
      </td>
    </tr>
  );
}
