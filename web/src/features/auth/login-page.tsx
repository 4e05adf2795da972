import { Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import { selectSessionEnd } from '../../api/session-slice.ts';
import { PreferenceMenus } from '../../ui/preference-menus.tsx';
import { Notice } from './components/notice.tsx';
import { LoginForm } from './components/login-form.tsx';
import classes from './login-page.module.css';
import { readLoginState } from './login-state.ts';

/** Sign-in, and what every unknown path shows (specification 000 §2, Login). */
export function LoginPage() {
  const { t } = useTranslation(['auth', 'common']);
  const { from, message } = readLoginState(useLocation().state);
  const ended = useSelector(selectSessionEnd);
  return (
    <div className={classes.page}>
      <title>{`${t('login.submit')} · ${t('common:product')}`}</title>
      <header className={classes.preferences}>
        <PreferenceMenus />
      </header>
      <main className={classes.main}>
        <Paper className={classes.card ?? ''} withBorder radius="lg">
          <div className={classes.brand}>
            <img src="/favicon.svg" alt="" width={40} height={40} />
            <Title order={1} size="h2">
              {t('common:product')}
            </Title>
          </div>
          <Text size="sm" c="dimmed" mb="lg">
            {t('tagline')}
          </Text>
          <Title order={2} size="h5" mb="sm">
            {t('login.caption')}
          </Title>
          {message !== undefined && <Notice>{message}</Notice>}
          {ended === 'expired' && <Notice tone="warning">{t('login.expired')}</Notice>}
          <LoginForm target={from ?? '/home'} />
        </Paper>
      </main>
    </div>
  );
}
