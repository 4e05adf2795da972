import { Stack, Text } from '@mantine/core';
import { useAddress } from '../../../lib/address.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { AtOnce } from '../../../ui/states/at-once.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { PageHeading } from '../../../ui/tabbed-page.tsx';
import { useMay } from '../../teams/teams-api.ts';
import { SayForm } from './say-form.tsx';
import classes from './say.module.css';

export function SayPage() {
  const { t } = useTranslation(['say', 'scenarios']);
  const [address] = useAddress();
  const may = useMay('say');
  return (
    <Stack gap="md" className={classes.page ?? ''}>
      <PageHeading title={t('title')} />
      {may && <TextLink to="/scenarios">{t('scenarios:open')}</TextLink>}
      {may ? (
        <AtOnce>
          <SayForm key={address.toString()} />
        </AtOnce>
      ) : (
        <Text>{t('may_not')}</Text>
      )}
    </Stack>
  );
}
