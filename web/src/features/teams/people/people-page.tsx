import { isAdministrator } from '@belfry/schemas/domain/roles';
import { PEOPLE_KINDS, type Person } from '@belfry/schemas/http/teams/people';
import { Button, Menu } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useOpened } from '../../../kit/detail/index.ts';
import { ListHead, Row, Rows, useGrowing } from '../../../kit/list/index.ts';
import { useAddress } from '../../../lib/address.ts';
import { setParameter } from '../../../lib/list-address.ts';
import { useIsImpersonated } from '../../../lib/session/auth-api.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ImportPeople } from '../../users/index.ts';
import { LetIn } from './let-in.tsx';
import { useGetPeopleQuery } from './people-api.ts';
import { PersonDrawer } from './person-drawer.tsx';
import { usePersonText } from './person-text.ts';

type Kind = (typeof PEOPLE_KINDS)[number];
const SETTLE_MS = 150;

/**
 * Members, who is invited, and for administrators all accounts, in one list. Nothing is done with many here: rights begin and end with a person, and accounts
 * are changed many at once in "All pages", Users.
 */
export function PeoplePage() {
  const { t } = useTranslation('people');
  const administers = isAdministrator(useSelector(selectRole) ?? 'user');
  // Who works in the account of somebody else gives nobody rights.
  const grants = !useIsImpersonated();
  const [address, setAddress] = useAddress();
  const [typed, setTyped] = useState(address.get('q') ?? '');
  const [q] = useDebouncedValue(typed.trim(), SETTLE_MS);
  const kind = PEOPLE_KINDS.find((each) => each === address.get('kind')) ?? 'all';
  const { opened, to, close } = useOpened();
  const [dialog, setDialog] = useState<'let_in' | 'import' | null>(null);
  const { size, listOf } = useGrowing();
  const query = useGetPeopleQuery({ page_size: size, kind, ...(q !== '' && { q }) });
  const kinds = PEOPLE_KINDS.filter((each) => administers || each === 'all' || each === 'invited');
  const add = grants && (
    <Button size="sm" onClick={() => setDialog('let_in')}>
      {t('let_in.open')}
    </Button>
  );
  return (
    <>
      <ListHead<Kind>
        title={t('title')}
        count={query.data?.total}
        views={{
          all: kinds.map((value) => ({ value, label: t(`kind.${value}`) })),
          open: kind,
          onOpen: (next) =>
            setAddress((now) => setParameter(now, 'kind', next === 'all' ? null : next), { preventScrollReset: true }),
        }}
        search={{ label: t('search'), value: typed, onChange: setTyped }}
        menu={
          administers && grants ? <Menu.Item onClick={() => setDialog('import')}>{t('import')}</Menu.Item> : undefined
        }
        primary={add}
      />
      <Rows
        label={t('title')}
        {...listOf(query)}
        keyOf={whoOf}
        empty={
          <EmptyState icon={<IconUsers size={24} />} title={t(q === '' && kind === 'all' ? 'none' : 'none_found')} />
        }
      >
        {(person) => <PersonRow person={person} to={to(whoOf(person))} isOpen={opened === whoOf(person)} />}
      </Rows>
      {opened !== null && <PersonDrawer key={opened} who={opened} onClose={close} />}
      {dialog === 'let_in' && <LetIn onClose={() => setDialog(null)} />}
      {dialog === 'import' && <ImportPeople onClose={() => setDialog(null)} />}
    </>
  );
}

/** An account by its id; an address that has none, by itself. */
const whoOf = ({ user_id, email }: Person): string => (user_id === null ? email : String(user_id));

function PersonRow({ person, ...rest }: { person: Person; to: string; isOpen: boolean }) {
  const { stateOf, placesOf } = usePersonText();
  const { name, email } = person;
  return (
    <Row
      state={stateOf(person)}
      name={name ?? email}
      path={name === null ? undefined : email}
      facts={placesOf(person)}
      {...rest}
    />
  );
}
