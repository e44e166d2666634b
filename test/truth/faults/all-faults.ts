import type { Fault } from '../fault.ts'
import { assetFaults } from './assets.ts'
import { deploymentFaults } from './deployment.ts'
import { harmlessFaults } from './harmless.ts'
import { heldOutHarmless } from './held-out/harmless.ts'
import { heldOutRequests } from './held-out/requests.ts'
import { heldOutSeen } from './held-out/seen.ts'
import { heldOutWords } from './held-out/words.ts'
import { hiddenFaults } from './hidden.ts'
import { lateFaults } from './late.ts'
import { lookAlikes } from './look-alikes.ts'
import { requestFaults } from './requests.ts'
import { seenFaults } from './seen.ts'
import { serviceFaults } from './services.ts'
import { styleFaults } from './styles.ts'
import { setAAssets } from './unseen-a/assets.ts'
import { setADeployment } from './unseen-a/deployment.ts'
import { setAHarmless } from './unseen-a/harmless.ts'
import { setARequests } from './unseen-a/requests.ts'
import { setASeen } from './unseen-a/seen.ts'
import { setAWords } from './unseen-a/words.ts'
import { setAaDelivery } from './unseen-aa/delivery.ts'
import { setAaHarmless } from './unseen-aa/harmless.ts'
import { setAaRequests } from './unseen-aa/requests.ts'
import { setAaSeen } from './unseen-aa/seen.ts'
import { setAaWords } from './unseen-aa/words.ts'
import { setAbDelivery } from './unseen-ab/delivery.ts'
import { setAbHarmless } from './unseen-ab/harmless.ts'
import { setAbRequests } from './unseen-ab/requests.ts'
import { setAbSeen } from './unseen-ab/seen.ts'
import { setAbWords } from './unseen-ab/words.ts'
import { setAcDelivery } from './unseen-ac/delivery.ts'
import { setAcHarmless } from './unseen-ac/harmless.ts'
import { setAcRequests } from './unseen-ac/requests.ts'
import { setAcSeen } from './unseen-ac/seen.ts'
import { setAcWords } from './unseen-ac/words.ts'
import { setAdDelivery } from './unseen-ad/delivery.ts'
import { setAdHarmless } from './unseen-ad/harmless.ts'
import { setAdRequests } from './unseen-ad/requests.ts'
import { setAdSeen } from './unseen-ad/seen.ts'
import { setAdWords } from './unseen-ad/words.ts'
import { setAeDelivery } from './unseen-ae/delivery.ts'
import { setAeHarmless } from './unseen-ae/harmless.ts'
import { setAeRequests } from './unseen-ae/requests.ts'
import { setAeSeen } from './unseen-ae/seen.ts'
import { setAeWords } from './unseen-ae/words.ts'
import { setAfDelivery } from './unseen-af/delivery.ts'
import { setAfHarmless } from './unseen-af/harmless.ts'
import { setAfRequests } from './unseen-af/requests.ts'
import { setAfSeen } from './unseen-af/seen.ts'
import { setAfWords } from './unseen-af/words.ts'
import { setAgDelivery } from './unseen-ag/delivery.ts'
import { setAgHarmless } from './unseen-ag/harmless.ts'
import { setAgRequests } from './unseen-ag/requests.ts'
import { setAgSeen } from './unseen-ag/seen.ts'
import { setAgWords } from './unseen-ag/words.ts'
import { setBAssets } from './unseen-b/assets.ts'
import { setBDeployment } from './unseen-b/deployment.ts'
import { setBHarmless } from './unseen-b/harmless.ts'
import { setBRequests } from './unseen-b/requests.ts'
import { setBSeen } from './unseen-b/seen.ts'
import { setBWords } from './unseen-b/words.ts'
import { setBbDelivery } from './unseen-bb/delivery.ts'
import { setBbHarmless } from './unseen-bb/harmless.ts'
import { setBbRequests } from './unseen-bb/requests.ts'
import { setBbSeen } from './unseen-bb/seen.ts'
import { setBbWords } from './unseen-bb/words.ts'
import { setCAssets } from './unseen-c/assets.ts'
import { setCDeployment } from './unseen-c/deployment.ts'
import { setCHarmless } from './unseen-c/harmless.ts'
import { setCRequests } from './unseen-c/requests.ts'
import { setCSeen } from './unseen-c/seen.ts'
import { setCWords } from './unseen-c/words.ts'
import { setCcDelivery } from './unseen-cc/delivery.ts'
import { setCcHarmless } from './unseen-cc/harmless.ts'
import { setCcRequests } from './unseen-cc/requests.ts'
import { setCcSeen } from './unseen-cc/seen.ts'
import { setCcWords } from './unseen-cc/words.ts'
import { setDAssets } from './unseen-d/assets.ts'
import { setDDeployment } from './unseen-d/deployment.ts'
import { setDHarmless } from './unseen-d/harmless.ts'
import { setDRequests } from './unseen-d/requests.ts'
import { setDSeen } from './unseen-d/seen.ts'
import { setDWords } from './unseen-d/words.ts'
import { setDdDelivery } from './unseen-dd/delivery.ts'
import { setDdHarmless } from './unseen-dd/harmless.ts'
import { setDdRequests } from './unseen-dd/requests.ts'
import { setDdSeen } from './unseen-dd/seen.ts'
import { setDdWords } from './unseen-dd/words.ts'
import { setEAssets } from './unseen-e/assets.ts'
import { setEDeployment } from './unseen-e/deployment.ts'
import { setEHarmless } from './unseen-e/harmless.ts'
import { setERequests } from './unseen-e/requests.ts'
import { setESeen } from './unseen-e/seen.ts'
import { setEWords } from './unseen-e/words.ts'
import { setEeDelivery } from './unseen-ee/delivery.ts'
import { setEeHarmless } from './unseen-ee/harmless.ts'
import { setEeRequests } from './unseen-ee/requests.ts'
import { setEeSeen } from './unseen-ee/seen.ts'
import { setEeWords } from './unseen-ee/words.ts'
import { setFAssets } from './unseen-f/assets.ts'
import { setFDeployment } from './unseen-f/deployment.ts'
import { setFHarmless } from './unseen-f/harmless.ts'
import { setFRequests } from './unseen-f/requests.ts'
import { setFSeen } from './unseen-f/seen.ts'
import { setFWords } from './unseen-f/words.ts'
import { setFfDelivery } from './unseen-ff/delivery.ts'
import { setFfHarmless } from './unseen-ff/harmless.ts'
import { setFfRequests } from './unseen-ff/requests.ts'
import { setFfSeen } from './unseen-ff/seen.ts'
import { setFfWords } from './unseen-ff/words.ts'
import { setGAssets } from './unseen-g/assets.ts'
import { setGDeployment } from './unseen-g/deployment.ts'
import { setGHarmless } from './unseen-g/harmless.ts'
import { setGRequests } from './unseen-g/requests.ts'
import { setGSeen } from './unseen-g/seen.ts'
import { setGWords } from './unseen-g/words.ts'
import { setGgDelivery } from './unseen-gg/delivery.ts'
import { setGgHarmless } from './unseen-gg/harmless.ts'
import { setGgRequests } from './unseen-gg/requests.ts'
import { setGgSeen } from './unseen-gg/seen.ts'
import { setGgWords } from './unseen-gg/words.ts'
import { setHAssets } from './unseen-h/assets.ts'
import { setHDeployment } from './unseen-h/deployment.ts'
import { setHHarmless } from './unseen-h/harmless.ts'
import { setHRequests } from './unseen-h/requests.ts'
import { setHSeen } from './unseen-h/seen.ts'
import { setHWords } from './unseen-h/words.ts'
import { setHhDelivery } from './unseen-hh/delivery.ts'
import { setHhHarmless } from './unseen-hh/harmless.ts'
import { setHhRequests } from './unseen-hh/requests.ts'
import { setHhSeen } from './unseen-hh/seen.ts'
import { setHhWords } from './unseen-hh/words.ts'
import { setIAssets } from './unseen-i/assets.ts'
import { setIDeployment } from './unseen-i/deployment.ts'
import { setIGarbage } from './unseen-i/garbage.ts'
import { setIHarmless } from './unseen-i/harmless.ts'
import { setIRequests } from './unseen-i/requests.ts'
import { setISeen } from './unseen-i/seen.ts'
import { setIWords } from './unseen-i/words.ts'
import { setIiDelivery } from './unseen-ii/delivery.ts'
import { setIiHarmless } from './unseen-ii/harmless.ts'
import { setIiRequests } from './unseen-ii/requests.ts'
import { setIiSeen } from './unseen-ii/seen.ts'
import { setIiWords } from './unseen-ii/words.ts'
import { setJDelivery } from './unseen-j/delivery.ts'
import { setJHarmless } from './unseen-j/harmless.ts'
import { setJSeen } from './unseen-j/seen.ts'
import { setJStatuses, setJWords } from './unseen-j/words.ts'
import { setJjDelivery } from './unseen-jj/delivery.ts'
import { setJjHarmless } from './unseen-jj/harmless.ts'
import { setJjRequests } from './unseen-jj/requests.ts'
import { setJjSeen } from './unseen-jj/seen.ts'
import { setJjWords } from './unseen-jj/words.ts'
import { setKAssets } from './unseen-k/assets.ts'
import { setKDeployment } from './unseen-k/deployment.ts'
import { setKHarmless } from './unseen-k/harmless.ts'
import { setKRequests } from './unseen-k/requests.ts'
import { setKSeen } from './unseen-k/seen.ts'
import { setKWords } from './unseen-k/words.ts'
import { setKkDelivery } from './unseen-kk/delivery.ts'
import { setKkHarmless } from './unseen-kk/harmless.ts'
import { setKkRequests } from './unseen-kk/requests.ts'
import { setKkSeen } from './unseen-kk/seen.ts'
import { setKkWords } from './unseen-kk/words.ts'
import { setLDelivery } from './unseen-l/delivery.ts'
import { setLHarmless } from './unseen-l/harmless.ts'
import { setLRequests } from './unseen-l/requests.ts'
import { setLSeen } from './unseen-l/seen.ts'
import { setLWords } from './unseen-l/words.ts'
import { setLlDelivery } from './unseen-ll/delivery.ts'
import { setLlHarmless } from './unseen-ll/harmless.ts'
import { setLlRequests } from './unseen-ll/requests.ts'
import { setLlSeen } from './unseen-ll/seen.ts'
import { setLlWords } from './unseen-ll/words.ts'
import { setMAssets } from './unseen-m/assets.ts'
import { setMDeployment } from './unseen-m/deployment.ts'
import { setMGarbage } from './unseen-m/garbage.ts'
import { setMHarmless } from './unseen-m/harmless.ts'
import { setMRequests } from './unseen-m/requests.ts'
import { setMSeen } from './unseen-m/seen.ts'
import { setMWords } from './unseen-m/words.ts'
import { setMmDelivery } from './unseen-mm/delivery.ts'
import { setMmHarmless } from './unseen-mm/harmless.ts'
import { setMmRequests } from './unseen-mm/requests.ts'
import { setMmSeen } from './unseen-mm/seen.ts'
import { setMmWords } from './unseen-mm/words.ts'
import { setNAssets } from './unseen-n/assets.ts'
import { setNDeployment } from './unseen-n/deployment.ts'
import { setNHarmless } from './unseen-n/harmless.ts'
import { setNRequests } from './unseen-n/requests.ts'
import { setNSeen } from './unseen-n/seen.ts'
import { setNWords } from './unseen-n/words.ts'
import { setNnDelivery } from './unseen-nn/delivery.ts'
import { setNnHarmless } from './unseen-nn/harmless.ts'
import { setNnRequests } from './unseen-nn/requests.ts'
import { setNnSeen } from './unseen-nn/seen.ts'
import { setNnWords } from './unseen-nn/words.ts'
import { setODelivery } from './unseen-o/delivery.ts'
import { setOHarmless } from './unseen-o/harmless.ts'
import { setORequests } from './unseen-o/requests.ts'
import { setOSeen } from './unseen-o/seen.ts'
import { setOWords } from './unseen-o/words.ts'
import { setOoDelivery } from './unseen-oo/delivery.ts'
import { setOoHarmless } from './unseen-oo/harmless.ts'
import { setOoRequests } from './unseen-oo/requests.ts'
import { setOoSeen } from './unseen-oo/seen.ts'
import { setOoWords } from './unseen-oo/words.ts'
import { setPWordsAbroad } from './unseen-p/abroad.ts'
import { setPAssets } from './unseen-p/assets.ts'
import { setPHarmless } from './unseen-p/harmless.ts'
import { setPRequests } from './unseen-p/requests.ts'
import { setPSeen } from './unseen-p/seen.ts'
import { setPWords } from './unseen-p/words.ts'
import { setPpDelivery } from './unseen-pp/delivery.ts'
import { setPpHarmless } from './unseen-pp/harmless.ts'
import { setPpRequests } from './unseen-pp/requests.ts'
import { setPpSeen } from './unseen-pp/seen.ts'
import { setPpWords } from './unseen-pp/words.ts'
import { setQBehaviour } from './unseen-q/behaviour.ts'
import { setQDelivery } from './unseen-q/delivery.ts'
import { setQPages } from './unseen-q/pages.ts'
import { setQRequests } from './unseen-q/requests.ts'
import { setQqDelivery } from './unseen-qq/delivery.ts'
import { setQqHarmless } from './unseen-qq/harmless.ts'
import { setQqRequests } from './unseen-qq/requests.ts'
import { setQqSeen } from './unseen-qq/seen.ts'
import { setQqWords } from './unseen-qq/words.ts'
import { setRWordsAbroad } from './unseen-r/abroad.ts'
import { setRDeployment } from './unseen-r/deployment.ts'
import { setRHarmless } from './unseen-r/harmless.ts'
import { setRRequests } from './unseen-r/requests.ts'
import { setRSeen } from './unseen-r/seen.ts'
import { setRWords } from './unseen-r/words.ts'
import { setRrDelivery } from './unseen-rr/delivery.ts'
import { setRrHarmless } from './unseen-rr/harmless.ts'
import { setRrRequests } from './unseen-rr/requests.ts'
import { setRrSeen } from './unseen-rr/seen.ts'
import { setRrWords } from './unseen-rr/words.ts'
import { setSDeployment } from './unseen-s/deployment.ts'
import { setSHarmless } from './unseen-s/harmless.ts'
import { setSRequests } from './unseen-s/requests.ts'
import { setSSeen } from './unseen-s/seen.ts'
import { setSWords } from './unseen-s/words.ts'
import { setSsDelivery } from './unseen-ss/delivery.ts'
import { setSsHarmless } from './unseen-ss/harmless.ts'
import { setSsRequests } from './unseen-ss/requests.ts'
import { setSsSeen } from './unseen-ss/seen.ts'
import { setSsWords } from './unseen-ss/words.ts'
import { setTDeployment } from './unseen-t/deployment.ts'
import { setTHarmless } from './unseen-t/harmless.ts'
import { setTRequests } from './unseen-t/requests.ts'
import { setTSeen } from './unseen-t/seen.ts'
import { setTWords } from './unseen-t/words.ts'
import { setTtDelivery } from './unseen-tt/delivery.ts'
import { setTtHarmless } from './unseen-tt/harmless.ts'
import { setTtRequests } from './unseen-tt/requests.ts'
import { setTtSeen } from './unseen-tt/seen.ts'
import { setTtWords } from './unseen-tt/words.ts'
import { setUDelivery } from './unseen-u/delivery.ts'
import { setUHarmless } from './unseen-u/harmless.ts'
import { setUSeen } from './unseen-u/seen.ts'
import { setUWords } from './unseen-u/words.ts'
import { setUuDelivery } from './unseen-uu/delivery.ts'
import { setUuHarmless } from './unseen-uu/harmless.ts'
import { setUuRequests } from './unseen-uu/requests.ts'
import { setUuSeen } from './unseen-uu/seen.ts'
import { setUuWords } from './unseen-uu/words.ts'
import { setVDelivery } from './unseen-v/delivery.ts'
import { setVHarmless } from './unseen-v/harmless.ts'
import { setVRequests } from './unseen-v/requests.ts'
import { setVSeen } from './unseen-v/seen.ts'
import { setVWords } from './unseen-v/words.ts'
import { setVvDelivery } from './unseen-vv/delivery.ts'
import { setVvHarmless } from './unseen-vv/harmless.ts'
import { setVvRequests } from './unseen-vv/requests.ts'
import { setVvSeen } from './unseen-vv/seen.ts'
import { setVvWords } from './unseen-vv/words.ts'
import { setWDelivery } from './unseen-w/delivery.ts'
import { setWHarmless } from './unseen-w/harmless.ts'
import { setWRequests } from './unseen-w/requests.ts'
import { setWSeen } from './unseen-w/seen.ts'
import { setWWords } from './unseen-w/words.ts'
import { setWwDelivery } from './unseen-ww/delivery.ts'
import { setWwHarmless } from './unseen-ww/harmless.ts'
import { setWwRequests } from './unseen-ww/requests.ts'
import { setWwSeen } from './unseen-ww/seen.ts'
import { setWwWords } from './unseen-ww/words.ts'
import { setXDelivery } from './unseen-x/delivery.ts'
import { setXHarmless } from './unseen-x/harmless.ts'
import { setXRequests } from './unseen-x/requests.ts'
import { setXSeen } from './unseen-x/seen.ts'
import { setXWords } from './unseen-x/words.ts'
import { setXxDelivery } from './unseen-xx/delivery.ts'
import { setXxHarmless } from './unseen-xx/harmless.ts'
import { setXxRequests } from './unseen-xx/requests.ts'
import { setXxSeen } from './unseen-xx/seen.ts'
import { setXxWords } from './unseen-xx/words.ts'
import { setYDelivery } from './unseen-y/delivery.ts'
import { setYHarmless } from './unseen-y/harmless.ts'
import { setYRequests } from './unseen-y/requests.ts'
import { setYSeen } from './unseen-y/seen.ts'
import { setYWords } from './unseen-y/words.ts'
import { setYyDelivery } from './unseen-yy/delivery.ts'
import { setYyHarmless } from './unseen-yy/harmless.ts'
import { setYyRequests } from './unseen-yy/requests.ts'
import { setYySeen } from './unseen-yy/seen.ts'
import { setYyWords } from './unseen-yy/words.ts'
import { setZDelivery } from './unseen-z/delivery.ts'
import { setZHarmless } from './unseen-z/harmless.ts'
import { setZRequests } from './unseen-z/requests.ts'
import { setZSeen } from './unseen-z/seen.ts'
import { setZWords } from './unseen-z/words.ts'
import { setZzDelivery } from './unseen-zz/delivery.ts'
import { setZzHarmless } from './unseen-zz/harmless.ts'
import { setZzRequests } from './unseen-zz/requests.ts'
import { setZzSeen } from './unseen-zz/seen.ts'
import { setZzWords } from './unseen-zz/words.ts'
import { wordFaults } from './words.ts'

export const allFaults: readonly Fault[] = [
  ...lateFaults,
  ...seenFaults,
  ...wordFaults,
  ...requestFaults,
  ...assetFaults,
  ...deploymentFaults,
  ...harmlessFaults,
  ...heldOutWords,
  ...heldOutSeen,
  ...heldOutRequests,
  ...heldOutHarmless,
  ...setAWords,
  ...setASeen,
  ...setARequests,
  ...setAAssets,
  ...setADeployment,
  ...setAHarmless,
  ...setBWords,
  ...setBSeen,
  ...setBRequests,
  ...setBAssets,
  ...setBDeployment,
  ...setBHarmless,
  ...setCWords,
  ...setCSeen,
  ...setCRequests,
  ...setCAssets,
  ...setCDeployment,
  ...setCHarmless,
  ...setDWords,
  ...setDSeen,
  ...setDRequests,
  ...setDAssets,
  ...setDDeployment,
  ...setDHarmless,
  ...setEWords,
  ...setESeen,
  ...setERequests,
  ...setEAssets,
  ...setEDeployment,
  ...setEHarmless,
  ...setFWords,
  ...setFSeen,
  ...setFRequests,
  ...setFAssets,
  ...setFDeployment,
  ...setFHarmless,
  ...setGWords,
  ...setGSeen,
  ...setGRequests,
  ...setGAssets,
  ...setGDeployment,
  ...setGHarmless,
  ...lookAlikes,
  ...setHWords,
  ...setHSeen,
  ...setHRequests,
  ...setHAssets,
  ...setHDeployment,
  ...setHHarmless,
  ...setIWords,
  ...setIGarbage,
  ...setISeen,
  ...setIRequests,
  ...setIAssets,
  ...setIDeployment,
  ...setIHarmless,
  ...setJWords,
  ...setJStatuses,
  ...setJSeen,
  ...setJDelivery,
  ...setJHarmless,
  ...setKWords,
  ...setKSeen,
  ...setKRequests,
  ...setKAssets,
  ...setKDeployment,
  ...setKHarmless,
  ...serviceFaults,
  ...setMWords,
  ...setMGarbage,
  ...setMSeen,
  ...setMRequests,
  ...setMAssets,
  ...setMDeployment,
  ...setMHarmless,
  ...hiddenFaults,
  ...setNWords,
  ...setNSeen,
  ...setNRequests,
  ...setNAssets,
  ...setNDeployment,
  ...setNHarmless,
  ...setPWords,
  ...setPWordsAbroad,
  ...setPSeen,
  ...setPRequests,
  ...setPAssets,
  ...setPHarmless,
  ...setRWords,
  ...setRWordsAbroad,
  ...setRSeen,
  ...setRRequests,
  ...setRDeployment,
  ...setRHarmless,
  ...setQPages,
  ...setQBehaviour,
  ...setQRequests,
  ...setQDelivery,
  ...setSWords,
  ...setSSeen,
  ...setSRequests,
  ...setSDeployment,
  ...setSHarmless,
  ...setTWords,
  ...setTSeen,
  ...setTRequests,
  ...setTDeployment,
  ...setTHarmless,
  ...setUWords,
  ...setUSeen,
  ...setUDelivery,
  ...setUHarmless,
  ...setVWords,
  ...setVSeen,
  ...setVRequests,
  ...setVDelivery,
  ...setVHarmless,
  ...setWWords,
  ...setWSeen,
  ...setWRequests,
  ...setWDelivery,
  ...setWHarmless,
  ...setYWords,
  ...setYSeen,
  ...setYRequests,
  ...setYDelivery,
  ...setYHarmless,
  ...setXWords,
  ...setXSeen,
  ...setXRequests,
  ...setXDelivery,
  ...setXHarmless,
  ...setZWords,
  ...setZSeen,
  ...setZRequests,
  ...setZDelivery,
  ...setZHarmless,
  ...setLWords,
  ...setLSeen,
  ...setLRequests,
  ...setLDelivery,
  ...setLHarmless,
  ...setOWords,
  ...setOSeen,
  ...setORequests,
  ...setODelivery,
  ...setOHarmless,
  ...setBbWords,
  ...setBbSeen,
  ...setBbRequests,
  ...setBbDelivery,
  ...setBbHarmless,
  ...setAaWords,
  ...setAaSeen,
  ...setAaRequests,
  ...setAaDelivery,
  ...setAaHarmless,
  ...setCcWords,
  ...setCcSeen,
  ...setCcRequests,
  ...setCcDelivery,
  ...setCcHarmless,
  ...setEeWords,
  ...setEeSeen,
  ...setEeRequests,
  ...setEeDelivery,
  ...setEeHarmless,
  ...setDdWords,
  ...setDdSeen,
  ...setDdRequests,
  ...setDdDelivery,
  ...setDdHarmless,
  ...setFfWords,
  ...setFfSeen,
  ...setFfRequests,
  ...setFfDelivery,
  ...setFfHarmless,
  ...setGgWords,
  ...setGgSeen,
  ...setGgRequests,
  ...setGgDelivery,
  ...setGgHarmless,
  ...setHhWords,
  ...setHhSeen,
  ...setHhRequests,
  ...setHhDelivery,
  ...setHhHarmless,
  ...setIiWords,
  ...setIiSeen,
  ...setIiRequests,
  ...setIiDelivery,
  ...setIiHarmless,
  ...setJjWords,
  ...setJjSeen,
  ...setJjRequests,
  ...setJjDelivery,
  ...setJjHarmless,
  ...setKkWords,
  ...setKkSeen,
  ...setKkRequests,
  ...setKkDelivery,
  ...setKkHarmless,
  ...setLlWords,
  ...setLlSeen,
  ...setLlRequests,
  ...setLlDelivery,
  ...setLlHarmless,
  ...styleFaults,
  ...setMmWords,
  ...setMmSeen,
  ...setMmRequests,
  ...setMmDelivery,
  ...setMmHarmless,
  ...setNnWords,
  ...setNnSeen,
  ...setNnRequests,
  ...setNnDelivery,
  ...setNnHarmless,
  ...setOoWords,
  ...setOoSeen,
  ...setOoRequests,
  ...setOoDelivery,
  ...setOoHarmless,
  ...setPpWords,
  ...setPpSeen,
  ...setPpRequests,
  ...setPpDelivery,
  ...setPpHarmless,
  ...setQqWords,
  ...setQqSeen,
  ...setQqRequests,
  ...setQqDelivery,
  ...setQqHarmless,
  ...setSsWords,
  ...setSsSeen,
  ...setSsRequests,
  ...setSsDelivery,
  ...setSsHarmless,
  ...setRrWords,
  ...setRrSeen,
  ...setRrRequests,
  ...setRrDelivery,
  ...setRrHarmless,
  ...setTtWords,
  ...setTtSeen,
  ...setTtRequests,
  ...setTtDelivery,
  ...setTtHarmless,
  ...setUuWords,
  ...setUuSeen,
  ...setUuRequests,
  ...setUuDelivery,
  ...setUuHarmless,
  ...setVvWords,
  ...setVvSeen,
  ...setVvRequests,
  ...setVvDelivery,
  ...setVvHarmless,
  ...setWwWords,
  ...setWwSeen,
  ...setWwRequests,
  ...setWwDelivery,
  ...setWwHarmless,
  ...setXxWords,
  ...setXxSeen,
  ...setXxRequests,
  ...setXxDelivery,
  ...setXxHarmless,
  ...setYyWords,
  ...setYySeen,
  ...setYyRequests,
  ...setYyDelivery,
  ...setYyHarmless,
  ...setZzWords,
  ...setZzSeen,
  ...setZzRequests,
  ...setZzDelivery,
  ...setZzHarmless,
  ...setAbWords,
  ...setAbSeen,
  ...setAbRequests,
  ...setAbDelivery,
  ...setAbHarmless,
  ...setAcWords,
  ...setAcSeen,
  ...setAcRequests,
  ...setAcDelivery,
  ...setAcHarmless,
  ...setAdWords,
  ...setAdSeen,
  ...setAdRequests,
  ...setAdDelivery,
  ...setAdHarmless,
  ...setAeWords,
  ...setAeSeen,
  ...setAeRequests,
  ...setAeDelivery,
  ...setAeHarmless,
  ...setAfWords,
  ...setAfSeen,
  ...setAfRequests,
  ...setAfDelivery,
  ...setAfHarmless,
  ...setAgWords,
  ...setAgSeen,
  ...setAgRequests,
  ...setAgDelivery,
  ...setAgHarmless,
]
