import type { Home } from '@belfry/schemas/http/places/home';
import { useMemberships } from '../../../features/teams/teams-api.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { SetUp } from './set-up/set-up.tsx';
import classes from './home.module.css';

/** Nothing is there yet: the set-up for who owns it, a sentence for members, who wait for those who have invited them. */
export function EmptyHouse(props: { home: Home; onBegin: () => void; onClose: () => void }) {
  const { t } = useTranslation('home');
  const { memberships, isLoading } = useMemberships();
  if (isLoading) return null;
  if (memberships.length > 0) return <h1 className={classes.sentence}>{t('empty.member')}</h1>;
  return <SetUp {...props} />;
}
