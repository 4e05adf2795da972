export { PasskeySettings } from './passkey-settings.tsx';
export { RequiredSecondFactor } from './required-second-factor.tsx';
