import { isAdministrator } from '@belfry/schemas/domain/roles';
import { Button, Group, Paper, Stack, Text, Title, Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Trans } from '../../../lib/trans.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate, Link } from 'react-router';
import { selectRole } from '../../../lib/session/session-slice.ts';
import classes from './help-page.module.css';
import { PageHeading } from '../../../ui/tabbed-page.tsx';
import { Fragment } from 'react';
import { KeyTable } from './key-table.tsx';

const link = (to: string) => ({ a: <Anchor component={Link} to={to} inherit underline="always" /> });
function FirstSteps({ administrator }: { administrator: boolean }) {
  const { t } = useTranslation('help');
  return (
    <ol className={classes.steps}>
      <li>
        <Trans t={t} i18nKey="steps.profile" components={link('/home')} />
      </li>
      <li>{t('steps.phone')}</li>
      <li>{t('steps.two_factor')}</li>
      {administrator ? (
        <>
          <li>
            <Trans t={t} i18nKey="steps.fleet" components={link('/devices')} />
          </li>
          <li>{t('steps.add')}</li>
          <li>
            <Trans t={t} i18nKey="steps.people" components={link('/admin')} />
          </li>
        </>
      ) : (
        <>
          <li>
            <Trans t={t} i18nKey="steps.register" components={link('/add')} />
          </li>
          <li>{t('steps.own')}</li>
        </>
      )}
      <li>
        <Trans t={t} i18nKey="steps.tree" components={link('/navigation')} />
      </li>
      <li>
        <Trans t={t} i18nKey="steps.voices" components={link('/language')} />
      </li>
    </ol>
  );
}

const PARTS = ['device', 'player', 'voice', 'command', 'live', 'tree', 'preview', 'role'] as const;
const PARTS_OF_ADMINISTRATORS = ['users', 'catalogue', 'activity'] as const;
function PartList({ administrator }: { administrator: boolean }) {
  const { t } = useTranslation('help');
  return (
    <dl className={classes.parts}>
      {[...PARTS, ...(administrator ? PARTS_OF_ADMINISTRATORS : [])].map((part) => (
        <Fragment key={part}>
          <dt>{t(`parts.${part}.term`)}</dt>
          <dd>{t(`parts.${part}.text`)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

export function HelpPage() {
  const { t } = useTranslation('help');
  const administrator = isAdministrator(useSelector(selectRole) ?? 'user');
  const navigate = useNavigate();
  // In a tab that was opened with this page there is no history to go back to.
  const first = useLocation().key === 'default';
  return (
    <Stack gap="lg" className={classes.page ?? ''}>
      <Group justify="space-between" align="flex-start">
        <PageHeading title={t('title')} lead={t('lead')} />
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => void (first ? navigate('/home') : navigate(-1))}
        >
          {t('back')}
        </Button>
      </Group>
      <Paper component="section" withBorder p="lg" aria-labelledby="help-steps">
        <Title order={2} size="h4" mb="sm" id="help-steps">
          {t('steps.title')}
        </Title>
        <FirstSteps administrator={administrator} />
      </Paper>
      <Paper component="section" withBorder p="lg" aria-labelledby="help-parts">
        <Title order={2} size="h4" mb="sm" id="help-parts">
          {t('parts.title')}
        </Title>
        <PartList administrator={administrator} />
      </Paper>
      <Paper component="section" withBorder p="lg" aria-labelledby="help-keys">
        <Title order={2} size="h4" mb="sm" id="help-keys">
          {t('keys.title')}
        </Title>
        <KeyTable />
        <Text size="sm" c="dimmed" mt="sm">
          {t('keys.skip')}
        </Text>
      </Paper>
      <Text size="sm" c="dimmed">
        {t('more')}
      </Text>
    </Stack>
  );
}
