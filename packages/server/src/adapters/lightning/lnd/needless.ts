/** A call, and the kinds of permission that LND wants for it. */
export type Right = { readonly name: string; readonly needs: readonly string[] };

const LN = "/lnrpc.Lightning/";
const ROUTER = "/routerrpc.Router/";
const WALLET = "/walletrpc.WalletKit/";
const INVOICES = "/invoicesrpc.Invoices/";
const SIGNER = "/signrpc.Signer/";
const WATCHED = "/wtclientrpc.WatchtowerClient/";

const calls = (needs: string, service: string, ...names: readonly string[]): readonly Right[] =>
  names.map((name) => ({ name: `${service}${name}`, needs: needs.split(" ") }));

/**
 * What makes LND forget what it has paid, moves or signs money away, gives more power, or stops what protects channels;
 * what is worst first. Each with the kinds of permission that LND 0.21.3 wants for it (rpcserver.go and lnrpc).
 */
export const NEEDLESS: readonly Right[] = [
  ...calls("offchain:write", LN, "DeletePayment", "DeleteAllPayments"),
  ...calls("onchain:write", LN, "SendCoins", "SendMany"),
  ...calls("onchain:write", WALLET, "SendOutputs", "SignPsbt"),
  ...calls("onchain:write offchain:write", LN, "OpenChannel", "OpenChannelSync", "BatchOpenChannel", "CloseChannel"),
  ...calls("offchain:write", LN, "AbandonChannel", "RestoreChannelBackups"),
  ...calls("macaroon:generate", LN, "BakeMacaroon"),
  ...calls("signer:generate", SIGNER, "SignOutputRaw", "ComputeInputScript", "MuSig2Sign", "SignMessage"),
  ...calls("signer:generate", SIGNER, "DeriveSharedKey"),
  ...calls("offchain:write", ROUTER, "SendToRouteV2", "DeleteForwardingHistory", "HtlcInterceptor", "UpdateChanStatus"),
  ...calls("offchain:write", ROUTER, "XDeleteLocalChanAliases"),
  ...calls("offchain:write", LN, "UpdateChannelPolicy"),
  ...calls("onchain:write offchain:write macaroon:write", LN, "FundingStateStep"),
  ...calls("onchain:write offchain:write", LN, "ChannelAcceptor"),
  ...calls("onchain:write offchain:write", "/autopilotrpc.Autopilot/", "ModifyStatus"),
  ...calls("onchain:write", WALLET, "BumpFee", "BumpForceCloseFee", "LeaseOutput", "RemoveTransaction"),
  ...calls("onchain:write", WALLET, "SubmitPackage", "SignMessageWithAddr", "ImportAccount", "ImportPublicKey"),
  ...calls("onchain:write", WALLET, "ImportTapscript"),
  ...calls("invoices:write", INVOICES, "AddHoldInvoice", "SettleInvoice", "HtlcModifier"),
  ...calls("invoices:write", LN, "DeleteCanceledInvoice"),
  ...calls("offchain:write", WATCHED, "RemoveTower", "DeactivateTower", "TerminateSession"),
  ...calls("message:write", LN, "SignMessage"),
  ...calls("macaroon:write", LN, "DeleteMacaroonID"),
  ...calls("info:write", LN, "StopDaemon"),
  ...calls("peers:write", LN, "DisconnectPeer"),
];
