import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from '../../lib/translation.ts';
import type { PlayerState } from './messages.ts';
import classes from './player.module.css';

/** The code that somebody enters in the console, and its QR code. */
export function CodeView({ state: { pairing, pairingNews } }: { state: PlayerState }) {
  const { t } = useTranslation('player');
  return (
    <div className={classes.question}>
      <h1 className={classes.title}>{t('code.title')}</h1>
      {pairing ? (
        <>
          <p className={classes.code} aria-label={t('code.label', { code: pairing.user_code })}>
            {pairing.user_code}
          </p>
          <div className={classes.qr}>
            <QRCodeSVG value={pairing.verification_uri_complete} size={220} marginSize={2} title={t('code.qr')} />
          </div>
          <p className={classes.text}>{t('code.text', { address: pairing.verification_uri })}</p>
        </>
      ) : (
        <p className={classes.text}>{t('code.asking')}</p>
      )}
      <output className={classes.text}>{pairingNews && t(`code.${pairingNews}`)}</output>
    </div>
  );
}
