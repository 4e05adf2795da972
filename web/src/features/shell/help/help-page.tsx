import { isAdministrator } from '@belfry/schemas/domain/roles';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { selectRole } from '../../../api/session/session-slice.ts';
import { FirstSteps } from './components/first-steps.tsx';
import { KeyTable } from './components/key-table.tsx';
import { PartList } from './components/part-list.tsx';
import classes from './help-page.module.css';
import { PageHeading } from '../../../ui/page-heading.tsx';

/** A short guide: the parts, first steps, keyboard. */
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
