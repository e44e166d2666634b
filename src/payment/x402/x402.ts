export type {
  PaymentPayload,
  PaymentRequired,
  PaymentRequirements,
  SettleResponse as SettlementResponse,
} from '@x402/core/types'
