import type { Statement } from './statements.ts'

/**
 * Words of messages about a fault, as stems in the languages of the common content systems. None of them means anything
 * alone: `plain-message.ts` checks which of them occur together, and how much other text a page has, and
 * `failure-report.ts` does so for single lines.
 * They are compared with lower-case text. A stem starts a word, except in scripts without spaces.
 */
export const plainWords = {
  /** A failure: nouns, and verbs that need no noun. */
  failure:
    /(?<!\p{L})(?:errors?(?!\p{L})|nu a mers bine|problems?(?!\p{L})|failures?(?!\p{L})|fault(?!\p{L})|crash|wrong(?!\p{L})|difficult(?:y|ies)|trouble(?!\p{L})|exception(?!\p{L})|\p{L}{0,20}fehler|störung|panne|schief|erreur|problème|incident|dysfonctionnement|mal (?:passé|tourné)|erro(?:r|re|res|rs|ri|s)?(?!\p{L})|problema|fall[oa](?!\p{L})|caíd[oa](?!\p{L})|salió mal|ido mal|inconveniente|falha|errado|correu mal|guasto|storto|malfunz|fout(?!\p{L})|fouten|probleem|storing|misgegaan|misging|misgelopen|iets mis|błąd|błęd|awari|nie tak|chyb|problém|poruch|pokazil|výpadek|hib[aá]|probléma|eroar|greșit|defecțiun|грешк|проблем|обърка|ошибк|сбой|сбо[ея]|неполадк|не так|помилк|збій|збо[їю]|grešk|pogrešk|napak|po zlu|narobe|po krivu|fel(?!\p{L})|problemet?(?!\p{L})|snett|fejl|feil(?!\p{L})|galt|virhe|ongelma|vikaan|pieleen|häiriö|epäonnistu|viga(?!\p{L})|tõrge|valesti|kļūd|klaid|ne taip|σφάλμα|πρόβλημα|στραβά|hata(?!\p{L})|hatası|sorun|ters git|yanlış git|aksilik|lỗi|sự cố|trục trặc|kesalahan|masalah|ralat|gangguan|galat|malament|hitilafu|tatizo|naganap na|nagkaroon ng|xəta|қате|villa(?!\p{L})|грешк)|خطأ|مشكلة|عطل|שגיאה|תקלה|בעיה|השתבש|خطا|مشکل|اشکال|त्रुटि|समस्या|गड़बड़|ข้อผิดพลาด|ปัญหา|ผิดพลาด|エラー|問題が|障害|不具合|错误|錯誤|出错|出錯|异常|異常|故障|出了点?问题|오류|문제가|에러|장애|ভুল|ত্রুটি|সমস্যা|خرابی|غلطی|مسئلہ|შეცდომ|ხარვეზ|սխալ|பிழை/u,
  /** The failure happened, here and now. */
  occurrence:
    /(?<!\p{L})(?:occurr?ed|happened|there (?:was|has been) an?(?!\p{L})|encounter|experienc|went|gone|has crashed|ran into|aufgetreten|passiert|gab(?!\p{L})|gelaufen|gegangen|unterlaufen|produit|y a eu|survenu|passé|tourné|rencontr|apparue?|ocurri|produjo|producid[oa]|salió|ha ido|ha encontrado|encontrou|surgi|sucedi|hubo|ha habido|ocorr|aconteceu|deu|correu|houve|verificat|andat[oa]|successo|c'è stato|riscontrat|opgetreden|gegaan|ging|gelopen|voorgedaan|misgegaan|wystąpi|poszło|pojawi|stało|došlo|nastal|vyskyt|objevil|pokazil|történt|lépett fel|keletkez|adódott|merült|apărut|aparut|produs|intervenit|întâmplat|mers|възникн|се случи|обърка|произош|возник|случил|пошло|стал|виникл|трапил|пішло|dogodil|pojavil|pošlo|prišlo|zgodil|šlo|inträffa|uppstå|uppstod|gick|hänt|opst|oppst|skete|sket|skjedde|gik|gikk|tapahtu|meni|ilmen|sattu|esiinty|tekk|ilmne|juhtu|läks|radās|notik|gāja|įvyko|atsirad|nutik|nepavyko|παρουσιάστηκε|προέκυψε|συνέβη|υπήρξε|πήγε|oluş|meydana|çıktı|git|yaşan|sorun var|xảy ra|đã có|gặp|terjadi|berlaku|anat|imetokea|limetokea|may naganap|nagkaroon|baş verdi|орын алды|пайда болды|kom upp)|حدث|وقع|حصل|אירעה|קרתה|ארעה|התרחשה|השתבש|رخ داد|پیش آمد|हुई|हो गई|हुआ|आई है|เกิด|พบ|発生|起き|起こ|生じ|发生|發生|出现|出現|出错|出錯|出了|遇到|발생|생겼|হয়েছে|ঘটেছে|پیش آ|ہوئی|ہو گئی|მოხდა|დაფიქსირდა|տեղի ունեց|ஏற்பட்ட/u,
  /** Something could not be done. */
  inability:
    /(?<!\p{L})(?:could ?n[o']t|can(?:not|'t)|unable to|failed to|not able to|(?:kann|konnten?|können) (?:\p{L}{1,20} ){0,4}nicht|impossible|n'(?:a|ont|avons) pas (?:pu|réussi)|ne (?:peut|pouvons) pas|no (?:se |hemos |nos )?(?:pud|pued|podemos|podido|ha podido|logr|fue posible|es posible)|não (?:foi possível|pôde|podemos|pudemos|pode ser|é possível|consegu)|impossibile|non (?:è stato possibile|è possibile|può essere|riusciamo|siamo riusciti|possiamo)|(?:kan|kon|konden|kunnen) (?:\p{L}{1,20} ){0,4}(?:niet|geen)(?!\p{L})|fehlgeschlagen|gescheitert|mislukt|échoué|fallid[oa]|falhou|fallit[oa]|misslyckad|mislyk|nie (?:można|udało się|mogliśmy)|nepodařilo|nepodarilo|nelze|nebylo možné|nem (?:sikerült|lehet|tudtuk)|nu (?:a putut|s-a putut|poate fi|am putut)|не (?:удалось|может быть|вдалося|може да)|невозможно|неможливо|неуспешно|nije (?:moguće|uspjelo)|nismo uspjeli|ni (?:mogoče|uspelo)|(?:kunde|kan) (?:\p{L}{1,20} ){0,2}inte|(?:kunne|kan) (?:\p{L}{1,20} ){0,2}ikke|ei (?:voi|voitu|onnistu|saa|saanud|õnnestunud)|nevar|neizdevās|nepavyko|negalima|δεν (?:ήταν δυνατ|μπορ|είναι δυνατ|κατέστη)|αδυναμία|\p{L}{1,20}(?:emiyor|amıyor|amadı|emedi)|không thể|tidak dapat|gagal)|تعذر|لا يمكن|فشل|לא ניתן|נכשל|امکان|विफल|नहीं हो सक|ไม่สามารถ|できません|[めけせれえべ]ませんでした|込めません|失敗|失败|无法|無法|수 없|실패|못했/u,
  /** What a visitor should do about the failure. */
  retry:
    /(?<!\p{L})(?:try (?:again|later|refreshing|reloading)|retry|(?:refresh|reload) (?:the|this|your)|(?:check|come) back|versuche|erneut|später|neu laden|(?:laden|lade) (?:\p{L}{1,12} ){0,3}neu(?!\p{L})|réessa|ressay|plus tard|ultérieurement|actualis|recharg|recarg|intent|inténtel|más tarde|de nuevo|nuevamente|tent[ea]|mais tarde|novamente|recarreg|riprov|più tardi|nuovamente|ricaric|probeer|opnieuw|later|nog eens|nogmaals|spróbuj|później|ponownie|odśwież|zkuste|skúste|obnovte|později|neskôr|znovu|próbál|később|frissíts|újra|încerc|incerc|mai târziu|din nou|reîncăr|опитайте|по-късно|отново|попроб|позже|повтор|обнов|спроб|пізніше|оновіть|pokušaj|kasnije|ponovo|ponovno|poskusi|pozneje|kasneje|znova|försök|senare|ladda om|prøv|forsøg|senere|genindlæs|last inn|oppdater|opdater|uppdatera|yrit|päivitä|myöhemmin|uudelleen|uudestaan|proovi|hiljem|uuesti|mēģin|vēlāk|bandyk|vėliau|δοκιμάσ|προσπαθ|αργότερα|ξανά|dene|tekrar|yenile|ανανεώ|thử lại|tải lại|coba|muat ulang|cuba|nanti|kemudian|jaribu tena|subukan|pakisubukan|yenidən|қайталап|reyndu)|المحاولة|حاول|تحديث الصفحة|לאחר מכן|נסה|נסו|שוב|רענ|دوباره|تلاش|पुनः|फिर से|कोशिश|ลองใหม่|ลองอีก|ภายหลัง|再度|もう一度|後ほど|しばらく|やり直|再読み込み|重试|重試|稍后|稍後|再试|再試|刷新|다시|나중|잠시 후|새로고침|আবার চেষ্টা|দয়া করে|دوبارہ|სცადეთ|կրկին|փորձ|மீண்டும்/u,
  apology:
    /(?<!\p{L})(?:sorry|apolog|unfortunately|entschuldig|leider|désolé|excus|malheureusement|lo sentimos|lament|disculp|lamenta|desculp|infelizmente|scusa|scusi|spiacent|purtroppo|sorry|helaas|excuses|przepraszamy|niestety|omlouv|ospravedl|bohužel|bohužiaľ|elnézés|sajnos|sajnál|ne pare rău|ne cerem scuze|din păcate|съжалява|за съжаление|извин|к сожалению|вибач|на жаль|žao nam|ispričava|oprost|žal|tyvärr|ursäkt|förlåt|beklag|desværre|dessverre|undskyld|pahoittel|valitettavasti|anteeksi|vabanda|kahjuks|atvain|diemžēl|atsipraš|deja|λυπούμαστε|συγγνώμη|δυστυχώς|özür|üzgün|maalesef|xin lỗi|rất tiếc|maaf|mohon)|عذر|نأسف|آسف|מצטער|סליחה|متاس|पوزش|खेद|क्षमा|ขออภัย|申し訳|恐れ入り|抱歉|对不起|對不起|죄송/u,
  /** Hosting for a site exists, but there is no site. */
  unpublished:
    /(?<!\p{L})(?:no (?:web ?site|content|files?|pages?|site)s? (?:has|have|is|are) (?:yet )?(?:been )?(?:uploaded|published|installed|configured|hosted|deployed|set up)|(?:has|have|is) not (?:yet )?(?:been )?(?:uploaded|published|deployed)|keine? (?:inhalte?|webseite|website|dateien|homepage) (?:\p{L}{1,20} ){0,3}(?:hinterlegt|hochgeladen|vorhanden|eingerichtet|veröffentlicht)|(?:noch|bisher) nicht (?:veröffentlicht|eingerichtet|hochgeladen)|aucun (?:site|contenu|fichier) (?:[\p{L}']{1,20} ){0,4}(?:installé|publié|hébergé|mis en ligne)|n'(?:est|a) pas encore (?:été )?(?:publié|mis en ligne|configuré|installé)|(?:aún|todavía) no (?:tiene contenido|se ha (?:publicado|subido)|está (?:publicad|configurad)|ha sido (?:publicad|configurad))|ainda não (?:foi (?:publicad|configurad)|está (?:publicad|no ar)|(?:possui|tem) conteúdo)|non è (?:stat[oa] )?ancora (?:stat[oa] )?(?:pubblicat|caricat|configurat)|nog (?:niet (?:gepubliceerd|geplaatst|ingericht)|geen (?:website|inhoud|bestanden))|nie (?:została? )?(?:jeszcze )?(?:opublikowan|wgran|skonfigurowan)|ещ[её] не (?:опубликован|создан|загружен|настроен|размещ[её]н)|только что создан|не прилинкован|ще не (?:опублікован|створен|налаштован)|henüz (?:yayınlanmadı|içerik)|chưa (?:được )?(?:xuất bản|tải lên|cấu hình)|belum (?:dipublikasikan|diunggah|memiliki konten))|アップロードされていません|公開されていません|尚未(?:发布|上传|配置|绑定|發佈|上傳)|还没有(?:上传|发布)|未进行备案|아직 (?:준비되지|업로드|공개되지|게시)/u,
  /** Start of a link to more information about the message. */
  more: /^(?:learn more|read more|find out|more (?:about|information)|erfahre mehr|mehr (?:erfahren|über|informationen)|aprende más|más información|en apprendre plus|en savoir plus|saiba mais|aprenda mais|per saperne|scopri di più|maggiori informazioni|meer (?:informatie|over)|lees meer|dowiedz się|więcej|узнайте|подробнее|daha fazla|詳|了解|자세)/u,
  /** The database, a part of the program that visitors should never know about. */
  database:
    /(?<!\p{L})(?:data ?base|datenbank|base de (?:données|datos|dados|dades|date)|bases? de (?:données|datos|dados)|banco de dados|bazy danych|baz[aăe]i? de date|bazą danych|databáz|databaz|adatbázis|баз[аеоуыі][йюм]? (?:данн|дани|на данни)|bazom|bazo podatkov|baz[aiue] podat|databas|tietokan|andmebaas|datu bāz|duomenų baz|βάση|βάσης|veritaban|cơ sở dữ liệu|basis data|pangkalan data)|قاعدة البيانات|מסד הנתונים|پایگاه داده|डेटाबेस|ฐานข้อมูล|データベース|数据库|資料庫|데이터베이스/u,
  /** The database and servers. */
  backend:
    /(?<!\p{L})(?:data ?base|db(?!\p{L})|datenbank|base de (?:données|datos|dados|dades|date)|bases? de (?:données|datos|dados)|banco de dados|bazy danych|baz[aăe]i? de date|bazą danych|databáz|databaz|adatbázis|баз[аеоуыі][йюм]? (?:данн|дани|на данни)|bazom|bazo podatkov|baz[aiue] podat|databas|tietokan|andmebaas|datu bāz|duomenų baz|βάση|βάσης|sunucu|veritaban|cơ sở dữ liệu|basis data|pangkalan data|backend|back-end|api(?!\p{L})|(?:web|app|application)? ?server(?!\p{L})|servidor|serveur|serwer|сервер)|قاعدة البيانات|מסד הנתונים|پایگاه داده|डेटाबेस|ฐานข้อมูล|データベース|サーバ|数据库|資料庫|服务器|伺服器|데이터베이스|서버/u,
  /** The software and hardware that a site runs on, about which nobody writes to visitors. */
  installation:
    /(?<!\p{L})(?:data ?bases?|mysql\w*|maria ?db|postgres\w*|mongo(?:db)?|redis|memcached|sqlite|elasticsearch|php(?!\p{L})|php-fpm|ion ?cube|source ?guardian|zend|apache|nginx|tomcat|node(?:\.js)|docker|kubernetes|upstream|reverse proxy|virtual ?hosts?|vhost|document ?root|web ?root|web ?server|(?:config(?:uration)?|settings?|index|include|log|key|lock|manifest|autoload)[ -]files?|configuration|config\.\w{2,4}|\.env(?!\p{L})|env(?:ironment)? (?:variables?|file)|environment variables?|(?:data|cache|log|upload|storage|temp(?:orary)?|root|home|public|vendor|public_html|cgi-bin) ?-?(?:dir|directory|folder|path)|director(?:y|ies)|file ?system|disk(?: space| quota)?|memory limit|(?:file |folder |directory )?permissions?|chmod|administrator|webmaster|install(?:er|ation)|set-?up script|install\.php|licen[cs]e (?:key|file|server)|encryption key|secret key|app(?:lication)? key|api[ -]?(?:key|token)|access (?:key|token)|bandwidth|data transfer|traffic (?:limit|quota)|(?:daily|monthly|hourly) (?:limit|quota|traffic)|quota|cpu|inodes?|name ?servers?|dns|ssl|upload limit|migrations?|database schema|build (?:output|folder|directory)|output directory|(?:admin(?:istration)?|asset|client|server) bundle|deployments?(?!\p{L})|serverless function|(?:storage )?bucket|storage account|portainer|your (?:\p{L}{1,20} )?instance|port \d{2,5}|localhost|127\.0\.0\.1|socket|debug mode|base ?url|site ?url|trusted (?:domain|host|origin)s?|allowed hosts?|the theme "|template (?:file|directory)|plug-?ins?|modules?|extensions?|librar(?:y|ies)|dependenc(?:y|ies)|konfiguration\p{L}*|datenbank|verzeichnis|erweiterung|berechtigung\p{L}{0,2}|dateirechte|datenvolumen|fichiers? de configuration|répertoire|extension|droits d'accès|bande passante|archivo de configuración|directorio|permisos|ancho de banda|arquivo de configuração|diretório|permissões|largura de banda|file di configurazione|cartella|permessi|configuratiebestand|bandbreedte|plik konfiguracyjny|katalog|konfigurační soubor|adresář|файл\p{L}{0,2} конфигурации|конфигураци\p{L}{1,2}|каталог|трафик|base de (?:données|datos|dados|date)|banco de dados|baz[aęy] danych|баз\p{L}{1,2} данных|veritaban\p{L}+|yapılandırma)(?!\p{L})|設定ファイル|データベース|ディレクトリ|転送量|拡張モジュール|配置文件|数据库|資料庫|目录|权限|流量|扩展|설정 ?파일|데이터베이스|데이터 ?전송량|트래픽|디렉토리|권한|하드 ?용량/u,
  /** The installation lacks something, or has exceeded a limit. */
  lacking:
    /(?<!\p{L})(?:(?:not|n't|never) (?:yet )?(?:been )?(?:be )?(?:properly |correctly |currently )?(?:installed|configured|writ(?:e)?able|readable|accessible|loaded|enabled|set(?: up)?|running|permitted|allowed|mounted|initiali[sz]ed|defined|connected|responding|reachable|present|found|available|specified|writable|executable|compiled|generated|built|open(?:ed)?|exist|supported|licensed|activated)|(?:is|are|was|were) (?:missing|corrupt(?:ed)?|full|exhausted|expired|down|offline|invalid|locked|incomplete|empty|unreadable|unwritable|too old|misconfigured|overloaded|exceeded)|(?:needs?|has|have) to be (?:installed|configured|writable|enabled|set|renewed|upgraded|initiali[sz]ed|re-?built|run|changed)|must be (?:installed|writable|configured|set|enabled|initiali[sz]ed|defined|run first)|timed[ -]?out|time-?out|exceeded|exceeds|(?:access|permission|connection) (?:was )?(?:denied|refused|closed|reset|lost)|(?:has|have) (?:expired|run out|crashed|stopped)|no (?:such|valid|configuration|config|index|default|active|space|input|matching|database|healthy|running|available|working) (?:[\p{L}-]{1,14} ){0,3}?(?:found|file|files|available|selected|specified|left|configured|server|servers|node|nodes|instance|instances|upstream|backend|connection|host)|missing (?:required |or )|requires? (?:the |a |an )?(?:[\p{L}\d._-]{1,30} ){1,8}?to be (?:installed|enabled)|(?:are|is) (?:not installed|running php)|(?:incompatible|mismatch)|has gone away|(?:connection|access) refused|nicht (?:\p{L}{1,12} )?(?:gefunden|installiert|beschreibbar|lesbar|konfiguriert|erreichbar|vorhanden|geladen|verfügbar)|fehlt|fehlen|überschritten|abgelaufen|erschöpft|verweigert|(?:n'est|n'a|ne sont|n'ont) pas (?:été )?(?:\p{L}{1,12} )?(?:trouvée?|installée?|configurée?|accessible|inscriptible|disponible)s?|introuvables?|manquante?s?|dépassée?s?|épuisée?s?|refusée?s?|expirée?s?|no (?:está|se (?:ha )?|es|responde|existe)(?: \p{L}{1,14}){0,2}|falta[n]?|excedid[oa]|superad[oa]|agotad[oa]|denegad[oa]|caducad[oa]|não (?:está|foi|é|responde|existe)(?: \p{L}{1,14}){0,2}|ausente|esgotad[oa]|negad[oa]|expirad[oa]|non (?:è|risponde|esiste|trovat[oa])(?: \p{L}{1,14}){0,2}|mancante|superat[oa]|esaurit[oa]|negat[oa]|scadut[oa]|niet (?:gevonden|geïnstalleerd|beschrijfbaar|geconfigureerd|bereikbaar)|ontbreekt|overschreden|nie (?:znaleziono|jest|została?|odpowiada)(?: \p{L}{1,14}){0,2}|brak|przekroczon[oya]|nebyl[ao]? nalezen\p{L}?|chybí|překročen\p{L}?|не (?:найден\p{L}{0,2}|установлен\p{L}{0,2}|настроен\p{L}{0,2}|отвечает|доступ\p{L}{1,3}|существует)|отсутствует|превышен\p{L}{0,2}|исчерпан\p{L}{0,2}|bulunamadı|aşıldı|yüklenemedi)(?!\p{L})|見つかりません|ありません|超過|超え|書き込めません|未安装|未配置|不存在|不可写|已超出|已用完|超限|超出|找不到|초과|없습니다|만료|부족/u,
  /** Connections to and from the backend. */
  connection:
    /(?<!\p{L})(?:\p{L}{0,20}connect|establish|\p{L}{0,20}verbind|\p{L}{0,20}verbunden|aufbau|conexi|conect|connexi|connecter|conexão|conexões|connessione|connetters|collega|połącz|łączeni|připoj|pripoj|spojen|kapcsol|conexiun|connecta|соедин|подключ|з'єдна|підключ|връзка|свърз|povez|veza|vez[ei]|anslut|forbind|tilkob|yhte(?:yt|ys|yd)|ühend|savieno|ryšį|ryšio|prisijung|σύνδε|bağlan|kết nối|koneksi|terhubung|menghubung|sambung)|اتصال|الاتصال|חיבור|להתחבר|कनेक्ट|เชื่อมต่อ|接続|连接|連接|連線|연결/u,
  /** Operations on a database. */
  access:
    /(?<!\p{L})(?:read|writ(?:e|ing)|quer(?:y|ies)|(?:beim |während des )?(?:lesen|schreiben|abfrage|zugriff)|lecture|écriture|lire|écrire|requête|leer|escribir|lectura|escritura|consulta|ler|gravar|leitura|escrita|gravação|lettura|scrittura|leggere|scrivere|lezen|schrijven|odczyt|zapis|čtení|čítan|zápis|чтени|запис|читанн|olvas|írás|citire|scriere|okuma|yazma|läsning|skrivning)|読み(?:込み|取り)|書き込み|(?:读取|讀取|写入|寫入|查询|查詢)|(?:읽|쓰)/u,
  /** Operations on a part of a page. */
  loading:
    /(?<!\p{L})(?:load|fetch|retriev|display|render|initiali[sz]|hydrat|process(?:ed)?(?: (?:your|this|the)|$|[.!,])|resolve(?:d|$)|parsed?(?!\p{L})|play(?:ed)?(?!\p{L})|abgespielt|lecture|reproduc(?:ir|id)|riprodu|afgespeeld|odtworz|воспроизв|connect|\p{L}{0,12}laden|lädt|anzeig|angezeig|abruf|charg|affich|récupér|cargar|mostrar|obtener|carreg|exibir|buscar|caric|visualizz|avviar|démarr|gestartet|uruchom|recuper|ophalen|weergeven|wczyt|załad|ładow|pobra|wyświetl|načíst|načít[aá]n|zobraz|betölt|încărc|загруз|загрузит|отобраз|получ|завантаж|зареди|ladda|visa|hämta|indlæs|hente|vis(?:e|es)?(?!\p{L})|laste|lada|lata(?:us|amin|am)|näyt|laadi|kuva|ielād|įkel|φόρτω|φορτώ|yükle|tải|memuat|menampilkan|muat)|تحميل|עלינ|לטעון|טעינ|बارگ|लोड|โหลด|読み込|表示|取得|起動|再生|加载|載入|显示|獲取|获取|불러|로드/u,
  /** Whom visitors can contact. */
  contact:
    /(?<!\p{L})(?:contact|support|administrator|webmaster|kontakt|wenden sie|administrat|póngase|comuníquese|soporte|assistenza|provider|anbieter|hébergeur|hostinga?|contatt|suporte|neem contact|kundeservice|kundtjänst|asiakaspalvel|ota yhteyttä|pöördu|sazin|susisiek|επικοινων|iletişim|обратитесь|зверніться|свържете|kapcsolat|ügyfélszolgálat|liên hệ|hubungi|obratite)|اتصل|צור קשר|צרו קשר|संपर्क|ติดต่อ|お問い合わせ|联系|聯絡|문의/u,
  maintenance:
    /(?<!\p{L})(?:maintenance|\p{L}{0,12}wartung|mantenimiento|manteniment|manutenç|manutenzion|onderhoud|konserwac|prace techniczne|prac technicznych|údržb|karbantart|întrețin|intretin|mentenan|поддръжк|обслуживан|технические работ|технических работ|профилактик|технічн|обслуговуван|održavanj|vzdrževanj|underhåll|vedligehold|vedlikehold|huolto|hooldus|hoolduse|apkop|tehniskie darb|priežiūr|techniniai darb|συντήρησ|bakım|bảo trì|pemeliharaan|perbaikan|penyelenggaraan|diselenggara|service mode)|صيانة|תחזוקה|تعمیر|रखरखाव|ปรับปรุง|ซ่อมบำรุง|メンテナンス|保守作業|维护|維護|점검/u,
  unavailable:
    /(?<!\p{L})(?:unavailable|not (?:currently )?available|offline|is down|down for|nicht (?:verfügbar|erreichbar)|indisponible|inaccessible|(?:no|non) (?:está |è |se encuentra )?disponib|fuera de (?:servicio|línea)|indispon[íi]ve|fora do ar|niet (?:\p{L}{1,12} )?(?:beschikbaar|bereikbaar)|niedostępn|nedostupn|nem elérhető|nem érhető el|indisponibil|nu (?:este|sunt) disponibil|není dostupn|nie je dostupn|nedostup|недостъп|недоступ|nedostopn|ni na voljo|inte (?:tillgänglig|nås)|otillgänglig|ikke tilg|utilg|ei ole (?:käytettävissä|saatavilla|tavoitettavissa|saadaval)|poissa käytöstä|pole (?:saadaval|kättesaadav)|nav pieejam|nepasiekiam|μη διαθέσιμ|δεν είναι (?:\p{L}{1,12} )?διαθέσιμ|kullanılam|erişilem|hizmet dışı|không khả dụng|tạm ngưng|tidak (?:tersedia|dapat diakses)|не (?:работает|працює|е достъп|доступ)|nije dostup|kättesaamatu|neprieinam|laikinai neveikia|disponible temporalment|no (?:està )?disponible)|غير متاح|غير متوفر|לא זמין|אינו זמין|در دسترس نیست|उपलब्ध नहीं|ไม่สามารถ|ไม่พร้อม|利用できません|ご利用いただけ|停止して|不可用|无法(?:访问|打开|提供|使用)|無法(?:訪問|使用|存取|提供)|이용할 수 없|사용할 수 없|중단/u,
  /** The site will be back, or available for the first time. */
  soon: /(?<!\p{L})(?:soon|shortly|(?:be )?right back|in kürze|gleich wieder|bald|demnächst|de retour|bientôt|prochainement|pronto|próximamente|en breve|em breve|presto|a breve|prossimamente|binnenkort|zo terug|spoedig|wkrótce|niebawem|brzy|zakrátko|čoskoro|už čoskoro|hamarosan|rövidesen|în curând|în scurt timp|скоро|очаквайте|незабаром|uskoro|kmalu|snart|inom kort|pian(?!\p{L})|varsti|peagi|drīz|netrukus|greitai|σύντομα|yakında|kısa süre|sớm|segera|tak lama lagi|aviat)|قريب|בקרוב|به زودی|जल्द|เร็วๆ|まもなく|もうすぐ|近日|即将|即將|很快|敬请期待|敬請期待|곧|조만간/u,
  construction:
    /(?<!\p{L})(?:under construction|being built|in the works|getting ready|almost ready|im aufbau|in arbeit|entsteht|en construction|en construcción|en preparación|em construção|in costruzione|in allestimento|in aanbouw|w budowie|w przygotowaniu|ve výstavbě|vo výstavbe|připravujeme|pripravujeme|fejlesztés alatt|készül|építés alatt|în construcție|în lucru|в процес на изграждане|строи|в разработк|в розробц|розробля|u izradi|u izgradnji|v izdelavi|v izgradnji|under (?:konstruktion|uppbyggnad|opbygning|oppbygging|arbejde|arbete|arbeid)|rakenteilla|työn alla|tulossa|ehitamisel|valmimas|izstrād|tiek veidot|kuriam|ruošiam|υπό κατασκευή|yapım aşama|hazırlan|đang (?:được )?xây dựng|sedang (?:dibangun|dalam pembinaan)|en construcció)|قيد الإنشاء|تحت الإنشاء|בבנייה|בהקמה|در دست ساخت|निर्माणाधीन|กำลังก่อสร้าง|工事中|準備中|作成中|建设中|建設中|공사 ?중|준비 ?중/u,
  suspended:
    /(?<!\p{L})(?:suspended|no longer active|nicht mehr aktiv|n'est plus acti(?:f|ve)|(?:ya no está|não está mais) a[ct]{1,2}iv|non è più attiv|niet (?:meer|langer) actief|nie jest już aktywn|больше не актив|deactivated|disabled|terminated|gesperrt|deaktiviert|stillgelegt|suspendu|désactivé|bloqué|suspendid|suspendad|desactivad|bloquead|suspens[oa]|desativad|sospes[oa]|disattivat|bloccat|opgeschort|geblokkeerd|uitgeschakeld|zawieszon|nieaktywn|zablokowan|wyłączon|pozastaven|zablokov|deaktivov|felfüggeszt|letilt|suspendat|dezactivat|blocat|спрян|блокиран|приостановлен|заблокирован|отключ[её]н|призупинен|заблокован|obustavljen|suspendiran|onemogućen|začasno ustavljen|stängts? av|avstängd|spärra|inaktivera|spærret|suspender|deaktiver|sperret|jäädytet|suljettu|peatatud|suletud|apturēt|bloķēt|sustabdyt|užblokuot|ανασταλ|απενεργοποιη|askıya|kapatıl|tạm ngưng|đình chỉ|bị khóa|ditangguhkan|digantung|dinonaktifkan)|معلق|موقوف|تم تعليق|הושעה|מושעה|مسدود|معلق شده|निलंबित|ถูกระงับ|停止されて|凍結|暂停|停用|冻结|停止运行|停止運行|关停|정지|중지/u,
  /** The site, account or service that is concerned. */
  site: /(?<!\p{L})(?:(?:web)?sites?|websites?|web ?page|page|shop|store|domain|account|hosting|service|application|webseite|seite|internetseite|homepage|konto|kundenkonto|domaine|compte|boutique|sitio|página|web|cuenta|tienda|servi[cz]io|serviço|conta|loja|sito|pagina|account|negozio|webwinkel|stron|konto|sklep|serwis|stránk|webov|účet|obchod|oldal|weboldal|honlap|fiók|áruház|site-ul|pagin|contul|magazin|сайт|страниц|акаунт|магазин|уебсайт|аккаунт|сервис|хостинг|сторінк|обліков|stranic|račun|trgovin|spletn|sida|sidan|webbplats|hemsid|kontot|butik|tjänst|siden|side|hjemmeside|nettside|nettsted|websted|netsted|nettbutikk|sivu|verkkokaup|palvelu|tili(?!\p{L})|leht|veebileht|koduleht|pood|lapa|vietne|mājaslapa|konts|svetain|puslap|paskyr|σελίδα|ιστοσελίδα|ιστότοπ|λογαριασμ|κατάστημα|sitemiz|sitesi|sayfa|hesap|hesabı|mağaza|trang|website|tài khoản|situs|laman|akun|akaun|toko)|موقع|صفحة|حساب|متجر|אתר|דף|חשבון|חנות|سایت|صفحه|حساب|वेबसाइट|पृष्ठ|साइट|खाता|เว็บไซต์|หน้านี้|บัญชี|サイト|ページ|アカウント|サービス|网站|網站|站点|站點|页面|頁面|账户|帐户|账号|사이트|페이지|홈페이지|계정|서비스/u,
  /** Something was not found, or does not exist. */
  missing:
    /(?<!\p{L})(?:(?:not|n't|cannot|can't|never) (?:be |been |seem to )?(?:found|find|exist|locate)|no longer (?:exists?|available|here)|nicht (?:mehr )?(?:gefunden|finden(?!\p{L})|vorhanden|existier|auffindbar)|existiert (?:leider )?nicht|gibt es (?:leider )?(?:hier )?nicht|introuvable|non trouvée?(?!\p{L})|n'(?:existe|est|a) (?:pas|plus)(?: été trouvée?)?|pas (?:été )?trouvée?|(?:pas pu|impossible de) trouver|no (?:se (?:ha |ha podido |pudo |puede )?|hemos (?:podido )?|pudimos |podemos |ha sido |pudo ser |fue )?(?:encontr|existe|hall)|não (?:foi |foi possível |pôde ser |pode ser |conseguimos )?(?:encontr|existe|localiz)|non (?:è |è stata |è stato |più |può essere |abbiamo |riusciamo a |è stato possibile )?(?:trovat|trovare|esist|disponibile)|niet (?:worden )?(?:gevonden|bestaa)|bestaat (?:helaas )?niet|brak formularza|nie (?:została |istnieje|znalezi|odnalezi)|nenalezen|nebyla nalezena|nenaš|nebola nájden|neexist|nem (?:található|létez|talál)|nu (?:a fost găsit|a fost gasit|există|exista|a putut fi găsit)|не (?:е намер|съществува|бе намер|беше намер)|не (?:найден|существует|удалось найти)|страницы (?:больше )?нет(?!\p{L})|не (?:знайден|існує|вдалося знайти)|nije (?:pronađen|nađen)|ne postoji|ni (?:bilo )?(?:mogoče najti|najden)|ne obstaja|(?:hittades|finns|existerar) (?:tyvärr )?inte|inte hittas|(?:blev |ble |er )?ikke (?:blev |ble )?(?:fundet|funnet)|(?:findes|finnes|eksisterer) (?:desværre |dessverre )?ikke|ei (?:löyt|ole olemassa|leitud|leia)|pole olemas|nav atrast|neeksist|nerast|neegzistuoj|δεν (?:βρέθηκε|υπάρχει)|bulunamadı|bulunamıyor|mevcut değil|không (?:tìm thấy|tồn tại)|tidak (?:ditemukan|dijumpai|wujud|ada)|no (?:s'ha )?trobad?[at]|није (?:пронађен|нађен)|не постоји|sayfa yok(?!\p{L})|(?:sellist|seda) \p{L}{1,20} (?:ei ole|pole)(?!\p{L})|nėra(?!\p{L}))|غير موجود|لم يتم العثور|לא נמצא|לא קיי|אינ[והם]{1,2} קיי|یافت نشد|پیدا نشد|وجود ندارد|नहीं मिल|मौजूद नहीं|ไม่พบ|見つかりません|存在しません|不存在|未找到|找不到|찾을 수 없|존재하지 않/u,
  /** A page, as the thing that is missing. */
  page: /(?<!\p{L})(?:page|seite|webseite|página|pagina|pàgina|stron[ay]|stránk|oldal|страниц|сторінк|stranic|stran|sida|sidan|siden|side|sivu|lehte|leht|lehekülg|lapa|puslap|σελίδα|sayfa|trang|halaman|laman)|صفحة|الصفحة|דף|עמוד|صفحه|पृष्ठ|पेज|หน้า|ページ|页面|頁面|网页|網頁|페이지/u,
  /** Attributes of an error after which nothing works. */
  critical:
    /(?<!\p{L})(?:critical|fatal|kritisch|critique|crític|critic[oăa]|kritiek|krytyczn|závažn|kritick|критич|kritik|kritisk|kriittinen|kritin|kriti[cč]n|súlyos|végzetes|nghiêm trọng|κρίσιμ)|重大な|致命|严重|嚴重|치명|심각|حرج|קריטי/u,
  /** Terms that operators use for a failure towards visitors. */
  technical:
    /(?<!\p{L})(?:technical (?:problem|difficult|issue|error|fault|reason)|technische[nrs]{0,2} (?:problem|fehler|störung|schwierigkeit|defekt|gründe|moeilijkhe|redenen|storing)|(?:problèmes?|pannes?|incidents?|difficultés?|raisons?|erreurs?) techniques?|(?:problemas?|fall[oa]s?|dificultades?|errores?|error|erros?|falhas?|dificuldades?|razones|razões|motivos?) t[eé]cnic[oa]s?|(?:problem[ai]|guast[oi]|difficoltà|errore|errori|motivi) tecnic[oi]|problem\p{L}{0,3} technicz\p{L}{1,4}|technick\p{L}{1,4} (?:problém|závad|poruch)|технически\p{L}{1,3} (?:проблем|неполад|сбо|ошиб|причин)|tekniska? (?:problem|fel)|tekniske? (?:problem|fejl|feil)|teknis(?:iä|en|tä) (?:ongelm|vi)|teknik (?:bir )?(?:sorun|arıza|hata)|masalah teknis|sự cố kỹ thuật)|技術的な(?:問題|障害)|システム障害|技术(?:问题|故障)|技術問題|기술적인? (?:문제|오류)|تقنية|טכנית/u,
  /** At this moment. */
  now: /(?<!\p{L})(?:temporarily|currently|at the moment|right now|at this time|vorübergehend|derzeit|momentan|zur ?zeit|temporairement|momentanément|actuellement|pour le moment|temporalmente|actualmente|en este momento|de momento|temporaneamente|al momento|attualmente|momentaneamente|tijdelijk|momenteel|op dit moment|temporariamente|no momento|atualmente|chwilowo|tymczasowo|obecnie|dočasně|momentálně|dočasne|átmenetileg|jelenleg|momentan|временно|сейчас|в данный момент|тимчасово|наразі|tillfälligt|för närvarande|midlertidig|i øjeblikket|for øyeblikket|tilapäisesti|tällä hetkellä|προσωρινά|geçici olarak|şu anda|tạm thời|hiện|sementara|saat ini)(?!\p{L})|حاليا|مؤقتا|כרגע|ขณะนี้|ชั่วคราว|一時的|現在|只今|ただいま|暂时|暫時|目前|일시적|현재/u,
  /** Services of a site, without which visitors cannot go on. */
  service:
    /(?<!\p{L})(?:services?(?!\p{L})|requests?(?!\p{L})|anfrage|demande(?!\p{L})|solicitud|solicitação|richiesta|verzoek|żądani|požadav|запрос|запит|servers?(?!\p{L})|system(?!\p{L})|checkout|payments?(?!\p{L})|booking|reservations?(?!\p{L})|feed(?!\p{L})|reviews(?!\p{L})|chat(?!\p{L})|stream(?!\p{L})|calendar(?!\p{L})|log-?in|sign-?in|search(?!\p{L})|dienste?(?!\p{L})|\p{L}{0,12}dienst(?!\p{L})|zahlung|\p{L}{0,8}buchung|reservierung|anmeldung(?!\p{L})|suche(?!\p{L})|paiement|réservation|connexion(?!\p{L})|recherche(?!\p{L})|servicios?(?!\p{L})|pagos?(?!\p{L})|reservas?(?!\p{L})|búsqueda|servizi[o]?(?!\p{L})|pagament|prenotazion|ricerca|betal|reserver|inloggen|zoeken|serviços?(?!\p{L})|usług|płatno|logowanie|wyszukiwan|služb|platb|přihlášení|сервис|служб|оплат|поиск|сервіс|tjänst|tjeneste|palvelu|υπηρεσί|hizmet|ödeme|dịch vụ|layanan|servici|serviciu|servis(?!\p{L})|uslug|услуг|szolgáltatás|teenus|pakalpojum|paslaug|servei(?!\p{L}))|サービス|リクエスト|请求|요청|決済|予約|検索|ログイン|服务|服務|支付|搜索|登录|서비스|결제|검색|로그인|خدمة|الخدمة|שירות|سرویس|सेवा|บริการ/u,
  /** Start of a sentence about the part of the page that contains it. */
  this: /^(?:this|dieser?s?|diese|ce(?:tte)?|est[eao]|quest[oa]|deze|dit|ten|ta|to|этот|эта|ця|цей|bu|tento|toto|detta|denne|dette|tämä) /u,
  /** How a service identifies its clients. */
  authentication:
    /(?<!\p{L})(?:authenticat|verificat|authentifi|autentic|uwierzytelni|аутентифик|автентифік|autoriz|autoris|авториз|kimlik doğrula)|認証|认证|認證|鉴权|인증|المصادقة|אימות/u,
  /** Components that the software of a site inserts into a page by number or name. */
  component:
    /(?<!\p{L})(?:sliders?(?!\p{L})|widgets?(?!\p{L})|calendars?(?!\p{L})|kalender(?!\p{L})|calendrier|calendario|calendário|kalendarz|календар|maps?(?!\p{L})|karte(?!\p{L})|carte(?!\p{L})|mapa(?!\p{L})|mappa(?!\p{L})|kaart(?!\p{L})|galerie|galería|galeria|chat(?!\p{L})|\p{L}{0,8}form(?:ular)?(?!\p{L})|formulaires?(?!\p{L})|formularios?(?!\p{L})|formulários?(?!\p{L})|modul[oi] (?:di|non)|\p{L}{0,8}formulier(?!\p{L})|formularz|formulář|formulár|űrlap|форм[аыуе](?!\p{L})|formul[aä]r(?!\p{L})|lomake|skjema)|フォーム|表单|表單|양식/u,
  /** A video on a page; `gone`: what its host says about it. */
  film: /^(?:(?:this|the|dieses|das|diese|cette|la|este|ese|el|questo|il|deze|dit|to|ten|това|это|этот|bu) )?v[ií]d[eé]o(?:n|et|st|sı)?(?!\p{L})|^видео(?!\p{L})|動画|视频|視頻|影片|동영상/u,
  gone: /(?<!\p{L})(?:unavailable|no longer available|private|nicht (?:mehr )?verfügbar|privat|privée|n'est plus disponible|(?:est )?indisponible|non disponible|(?:ya )?no (?:está )?disponible|privado|non (?:è (?:più )?)?disponibile|indisponível|(?:não está (?:mais )?)disponível|niet (?:meer )?beschikbaar|privé|niedostępn|prywatn|недоступно|ограничен|kullanılamıyor|gizli)(?!\p{L})|再生できません|非公開|不可用|不存在|私享|재생할 수 없|비공개/u,
  /** Start of a sentence about a possible case rather than about now, or of a title that names a subject. */
  conditional:
    /^(?:if|when|where|should|in case|how|why|what|fix|fixing|solv|troubleshoot|report|understand|handling|about|list of|common|frequent|without|wenn|falls|sollte|bei|wie|warum|was|so|si(?! (?:è|e'|sono|prega|consiglia) )|s'il|lorsque|quand|en cas|comment|pourquoi|que faire|cuando|cómo|por qué|qué|se(?! (?:ha|han|produjo|perdió) )|quando|caso|como|por que|o que|come|perché|cosa|als|wanneer|indien|hoe|waarom|jeśli|jeżeli|gdy|jak|dlaczego|pokud|když|ak|jak|ha(?! (?:habido|ocurrido|sido|fallado) )|amikor|hogyan|dacă|când|cum|ако|когато|как|если|когда|почему|якщо|коли|як|ako|kada|kako|če|kadar|om|när|hur|hvis|når|hvordan|dersom|jos|kun|kuinka|miten|kui|kuidas|ja|kā|jei|kaip|αν|όταν|πώς|eğer|nasıl|nếu|khi|jika|bila|cara|bagaimana)(?!\p{L})/u,
  /** Words anywhere in a sentence that is about a possible case, about somebody, or about the past. */
  elsewhere:
    /(?<!\p{L})(?:\d{1,2} (?:errors?|mistakes?|fehler|erreurs?|errores|erros|errori|fouten)|(?:\d|some|these|the (?:marked|following)) fields?|wrong (?:answer|guess)|incorrect answer|game over|you lose|you lost|level \d+|\d+ felder|markierten felder|falsche antwort|mauvaise réponse|champs? (?:suivants?|indiqués?)|respuesta incorrecta|campos? (?:siguientes?|marcados?)|resposta errada|risposta sbagliata|campi evidenziati|fout antwoord|gemarkeerde velden|if|when|whenever|in case|i (?:\p{L}{1,8} )?(?:am|was|have|had|see|saw|get|got|try|tried|found|keep|want|need|use|used|think|know|did|could|cannot|can't)|my|solved|fixed|resolved|yesterday|ago|wenn|falls|sobald|ich|mein\p{L}{0,2}|gelöst|behoben|gestern|lorsqu\p{L}{0,2}|quand|résolu|hier|cuando|resuelto|ayer|quando|risolto|ieri|als|wanneer|indien|ik|mijn|opgelost|gisteren|jeśli|gdy|pokud|když|amikor|dacă|când|если|когда|якщо|коли|när|hvis|når|jos|jei|όταν|eğer|(?:no|aucune?|ningún|nessun|nessuna|geen|brak) (?:known |technische )?(?:problem\p{L}{0,2}|errors?|erreurs?|errore|incidents?|fout\p{L}{0,3}|storing\p{L}{0,2})|keine? (?:probleme|fehler|störung\p{L}{0,2}))(?!\p{L})|恢復|恢复|已排除|復旧しました|昨晚|昨夜|昨天|昨日|어제|如果|如有|場合|れば|すると|经常|可能|경우|때(?= |$)|했을때/u,
} as const

/** Words that start a sentence about a possible case. */
const conditionalWords =
  'if|when|whether|wenn|falls|si|se(?! vende)|als|jeśli|pokud|ak|ha|dacă|если|якщо|ако|om|hvis|jos|kui|ja|jei|αν|εάν|eğer|nếu|jika|إذا|אם|اگر|यदि|หาก'

/** A pattern for one of the alternatives, with at most the given numbers of characters before and behind it. */
function saying(before: number, alternatives: readonly string[], behind: number): RegExp {
  return new RegExp(
    `^(?!(?:${conditionalWords}) ).{0,${before}}(?<!\\p{L})(?:${alternatives.join('|')}).{0,${behind}}$`,
    'u',
  )
}

/** A domain is for sale, or has expired. */
const domainStatements = [
  '(?:the |this |our )?(?:premium |exclusive )?(?:domain(?: name)?|web address)(?: \\S{1,60})? (?:is |has been |was |may be |could be )?(?:now |currently |available )?(?:(?:listed |put up |up )?for sale|(?:can|could) be yours|available for (?:purchase|acquisition))(?!\\p{L})',
  '[\\p{L}\\d-]{1,40}(?:\\.[\\p{L}\\d-]{2,20}){1,2} ?(?:is for sale|steht zum verkauf|ist zu verkaufen|est (?:à vendre|en vente)|è in vendita|està en venda|está (?:à venda|en venta|a la venta)|jest na sprzedaż|je na (?:prodej|predaj|prodaju)|прода[её]тся|продається|се продава|satılık|is te koop|är till salu|er til salgs?|on myytävänä|on müügis|eladó|este de vânzare|πωλείται|は(?:販売中|売り出し中)|बिक्री के लिए|đang được bán|dijual|للبيع|正在出售|(?:을|를) 판매)',
  "(?:este |el )dominio (?:puede ser (?:tuyo|suyo)|está disponible para su compra)|ce (?:nom de )?domaine (?:peut être à vous|est disponible à l'achat)|(?:questo|il) dominio (?:può essere tuo|è disponibile per l'acquisto)|este domínio (?:pode ser seu|está disponível para compra)|diese domain kann ihnen gehören",
  '(?:ال)?(?:نطاق|دومين).{0,40}(?:للبيع|متاح للشراء|قابل للشراء|معروض للشراء|منتهي الصلاحية|انتهت صلاحيته)|انتهت (?:مدة )?صلاحية .{0,20}(?:نطاق|دومين)',
  '(?:ה)?(?:דומיין|שם המתחם|שם מתחם|שם התחום).{0,40}(?:למכירה|לרכישה|פג תוק)|פג תוקפו של .{0,10}דומיין',
  '(?:دامنه|دامین).{0,40}(?:به فروش|برای فروش|فروشی|قابل خرید|منقضی)|فروش (?:این )?(?:دامنه|دامین)',
  'डोमेन.{0,40}(?:बिक्री|बिकाऊ|बेचा जा रहा|समाप्त हो)',
  'โดเมน(?:เนม)?นี้.{0,30}(?:ขาย|หมดอายุ)|(?:ประกาศ)?ขายโดเมนนี้',
  'tên miền(?: này)?.{0,40}(?:rao bán|đang bán|cần bán|được bán|hết hạn|đã được đăng ký)|(?:rao |cần )?bán tên miền (?:này|\\S{1,60}\\.\\S)',
  '(?:nama )?domain (?:ini )?.{0,40}(?:dijual|kedaluwarsa|kadaluarsa|tamat tempoh)',
  '(?:bu )?(?:alan adı\\p{L}{0,4}|domain)(?: \\S{1,60}){0,3} (?:satılık|satışta|satılmaktadır|süresi (?:dolmuş|doldu|sona er))',
  '(?:domain|όνομα (?:τομέα|χώρου)).{0,40}(?:πωλείται|προς πώληση|διατίθεται προς|έληξε|έχει λήξει)',
  '(?:acest )?domeniul?.{0,40}(?:(?:de|spre) vânzare|a expirat)',
  'dom[eé]na.{0,40}(?:na prodej|k prodeji|na predaj|se prodává|sa predáva|vypršela|vypršala|expirovala)|platnos[tť] (?:této |tejto )?domény.{0,20}(?:vypr|skončila)',
  'domain(?:név| név)?.{0,30}(?:eladó|lejárt|megvásárolható)',
  'domena.{0,40}(?:na sprzedaż|do sprzedania|wygasła|do kupienia)',
  'домен(?!и).{0,40}(?:прода[єё]ться|прода[её]тся|продам|на продаж|выставлен|виставлен|ист[её]к|закінчи|на продаја|на продају|је истекао|се продаје)|срок .{0,30}домен\\p{L}{0,3}.{0,16}(?:ист[её]к|законч)|термін .{0,20}домен\\p{L}{0,3}.{0,16}(?:закінч|сплив|минув)',
  'домейн(?:ът|а)?(?!и).{0,40}(?:се продава|за продажба|изтекъл|изтече)',
  'domen[aeu]?(?!\\p{L}).{0,40}(?:na prodaju|za prodaju|se prodaje|naprodaj|istek|je potekla)',
  'domän(?:en|namnet)?(?!\\p{L}).{0,40}(?:till salu|säljs|löpt ut|gått ut)|dom[æe]ne(?:t|navnet)?(?!\\p{L}).{0,40}(?:til salgs?(?!\\p{L})|sælges|selges|udløbet|utløpt)',
  '(?:verkkotunnus|domain).{0,40}(?:myytävänä|myynnissä|myydään|vanhentunut)',
  'domeen(?!id).{0,40}(?:müügi|müüa|aegunud)|domēns.{0,40}(?:pārdo|beidzies)|pārdod (?:šo )?domēnu|domen[ao]s?.{0,40}(?:parduod|baigėsi|pasibaig)|parduodamas (?:šis )?domenas',
  '(?:dit |deze |de )?domein(?:naam)?(?!\\p{L}).{0,40}(?:te koop|wordt verkocht|verlopen)',
  '(?:este |o )?domínio(?!s).{0,40}(?:à venda|expirou)|(?:este |el )dominio(?!s).{0,40}(?:en venta|a la venta|se vende|caducad|ha expirado|expiró|venció)|se vende (?:este )?dominio',
  '(?:aquest )?domini(?!\\p{L}).{0,40}(?:en venda|a la venda|ha (?:caducat|expirat))|(?:questo |il )?dominio(?!\\p{L}).{0,40}(?:in vendita|è scaduto)|vendesi (?:questo )?dominio',
  "(?:ce (?:nom de )?domaine|nom de domaine).{0,40}(?:à vendre|en vente|mis en vente|a expiré|n'est plus actif)",
  '(?:die |diese |der )?(?:domain(?:name)?|internetadresse|domäne)(?!\\p{L})(?: \\S{1,60})? (?:zu verkaufen|(?:steht |ist )?zum verkauf|(?:ist |kann |können sie )(?:\\p{L}{1,14} ){0,2}(?:käuflich|erworben|erwerben|gekauft|kaufen|gemietet|mieten)(?: (?:zu erwerben|werden))?|wird verkauft)',
  '(?:この|本|当)ドメイン.{0,16}(?:販売|売り|売却|譲渡|購入でき|お譲り|期限)|도메인.{0,16}(?:판매|매각|만료|양도)',
  '(?:此|该|該|本|这个|這個)(?:域名?|網域|网域)(?:名称|名稱)?.{0,16}(?:出售|转让|轉讓|可售|过期|過期|到期)|(?:域名|網域(?:名稱)?)(?:转让|轉讓|出售|已?到期|已?過期)',
]

/** The visitor is not allowed to see the page. */
const refusals = [
  "you (?:do not|don't) have (?:the |any |sufficient )?(?:(?:required|necessary|right|proper|appropriate) )?(?:permissions?|rights?|authori[sz]ation|privileges?|access) (?:to|for) (?:access|view|see|open|use|visit|read|do|this)(?!\\p{L})|you(?:'re| are) not (?:authori[sz]ed|allowed|permitted) to (?:access|view|see|open|use|visit)(?!\\p{L})|(?:insufficient|missing) (?:permissions?|privileges)",
  '(?:ال)?(?:وصول|دخول|نفاذ) (?:مرفوض|ممنوع|محظور|مقيد)|(?:ليس|لا) (?:لديك|تملك|تمتلك) .{0,20}(?:إذن|صلاحي|تصريح)|غير (?:مصرح|مسموح) (?:لك )?ب(?:الوصول|الدخول)',
  'הגישה (?:נדחתה|נחסמה|אסורה)|אין (?:לך |לכם )?(?:גישה|הרשאה|הרשאות)',
  'دسترسی (?:غیرمجاز|غیر مجاز|ممنوع|رد شد|محدود)|(?:اجازه|مجوز) ?ی? دسترسی .{0,40}(?:ندارید|نیست)',
  '(?:पहुँच|पहुंच|प्रवेश|एक्सेस) (?:अस्वीकृत|अस्वीकार|निषेध|निषिद्ध|वर्जित|से इनकार)|(?:देखने|खोलने|पहुँचने|एक्सेस) (?:की|का|करने की) (?:अनुमति|अधिकार) नहीं',
  '(?:การ)?เข้าถึงถูกปฏิเสธ|ปฏิเสธการเข้าถึง|(?:คุณ)?ไม่(?:มีสิทธิ์|ได้รับอนุญาต)(?:ให้|ใน)?(?:การ)?(?:เข้า|ดู)',
  '(?:không|chưa) (?:có|được) quyền (?:truy cập|xem)|truy cập (?:bị từ chối|bị cấm)|từ chối truy cập',
  '(?:akses|capaian) (?:ditolak|dilarang|dinafikan|terlarang)|(?:tidak|tak) (?:memiliki|punya|mempunyai) (?:izin|hak|kebenaran|akses)(?: akses)? (?:untuk|ke) (?:mengakses|melihat|membuka|halaman|laman)',
  'erişim(?:iniz)? (?:engellendi|reddedildi|yasak|izni(?:niz)? yok)|(?:erişim|görüntüleme|giriş) (?:izniniz|yetkiniz|hakkınız) (?:yok|bulunm)',
  '(?:δεν επιτρέπεται|άρνηση|απαγορεύεται) (?:η )?πρόσβαση|πρόσβαση (?:δεν επιτρέπεται|απαγορεύεται|απορρίφθηκε)|δεν έχετε (?:το )?(?:δικαίωμα|δικαιώματα|άδεια|εξουσιοδότηση) (?:πρόσβασης|να)',
  'acces(?:ul)? (?:este )?(?:interzis|refuzat|respins|restricționat)|nu (?:aveți|ai) (?:permisiunea|dreptul|drepturi|acces|permisiuni)',
  'přístup (?:odepřen|odmítnut|zamítnut|zakázán)|prístup (?:zamietnutý|odmietnutý|odopretý|zakázaný)|nemáte (?:\\p{L}{1,12} )?(?:oprávnění|oprávnenie|přístup|prístup|právo|povolen[ií]e?)(?!\\p{L})',
  'hozzáférés (?:megtagadva|tiltva|letiltva)|nincs (?:\\p{L}{1,12} )?(?:jogosultság|hozzáférés)\\p{L}{0,6}',
  '(?:odmowa|brak|odmówiono) dostępu|dostęp (?:zabroniony|wzbroniony|zablokowany)|nie masz (?:\\p{L}{1,14} )?(?:uprawnień|dostępu|pozwolenia)|brak uprawnień',
  'доступ (?:заборонено|обмежено|закрито)|(?:немає|недостатньо) (?:\\p{L}{1,12} )?(?:прав|доступу|дозволу) (?:доступу|на|для|до)|(?:нет|недостаточно) (?:\\p{L}{1,12} )?(?:прав|прав доступа|доступа|разрешения)(?: (?:к|на|для|просматривать)(?!\\p{L})|$)',
  'достъп(?:ът)? (?:е )?(?:отказан|забранен|ограничен)|нямате (?:\\p{L}{1,12} )?(?:прав|достъп|разрешение)',
  'pristup (?:je )?(?:odbijen|zabranjen|onemogućen|uskraćen)|dostop (?:je )?(?:zavrnjen|prepovedan)|(?:nemate|nimate) (?:\\p{L}{1,12} )?(?:dozvolu|ovlasti|ovlaštenje|prav[oa]|pristup|dovoljenja|dopuštenje|pravic)(?!\\p{L})|приступ (?:је )?(?:одбијен|забрањен|онемогућен)|немате (?:дозволу|право|приступ)',
  'åtkomst (?:nekad|förbjuden|nekas)|du (?:har inte|saknar) (?:behörighet|tillåtelse|åtkomst|rätt att)|adgang (?:nægtet|forbudt)|tilgang (?:nektet|ikke tillatt)|du har ikke (?:tilladelse|adgang|rettigheder|tilgang|tillatelse)(?!\\p{L})',
  'pääsy (?:estetty|kielletty|evätty)|(?:sinulla|teillä) ei ole (?:\\p{L}{1,12} )?(?:oikeutta|oikeuksia|lupaa|pääsyä|käyttöoikeutta)',
  '(?:juurdepääs|ligipääs) (?:on )?(?:keelatud|piiratud)|teil (?:puudub|ei ole|pole) (?:\\p{L}{1,12} )?(?:õigus|luba|juurdepääs|ligipääs)|piekļuve (?:ir )?(?:liegta|aizliegta|noraidīta)|jums nav (?:\\p{L}{1,12} )?(?:tiesību|atļaujas|piekļuves)|prieiga (?:yra )?(?:uždrausta|draudžiama|negalima)|neturite (?:\\p{L}{1,12} )?(?:teisės|teisių|leidimo|prieigos)(?!\\p{L})',
  '(?:geen toegang tot (?:deze|dit)|toegang (?:geweigerd|verboden|ontzegd))|(?:u|je|jij) (?:heeft|hebt|bent) (?:geen|niet) (?:toestemming|toegang|rechten|machtiging|bevoegd|gemachtigd)(?!\\p{L})',
  '(?:não|nao) (?:tem|possui) (?:\\p{L}{1,12} )?(?:permissão|autorização|permissões|acesso a)(?!\\p{L})|no (?:tiene|tienes|posee|dispone de) (?:\\p{L}{1,12} )?(?:permisos?|autorización|privilegios|acceso a)(?!\\p{L})|acceso no autorizado|accés (?:denegat|prohibit|restringit)|no (?:teniu|tens|té) (?:permís|permisos|autorització|accés)(?!\\p{L})',
  "non (?:hai|disponi di|possiedi|ha) (?:\\p{L}{1,14} )?(?:i |il |l')?(?:permess[oi]|autorizzazion[ei]|diritti|diritto)(?!\\p{L})|accesso (?:non autorizzato|vietato)|vous n'(?:avez|êtes) pas (?:\\p{L}{1,14} )?(?:les? |la |l'|d'|des )?(?:autorisations?|droits?|permissions?|accès|autorisée?s?|habilitée?s?) (?:d'|de |à |nécessaires|suffisant|pour )",
  '(?:sie|du) (?:haben|hast|sind|bist) (?:leider )?(?:keine|nicht) (?:ausreichenden? |nötigen |erforderlichen )?(?:berechtigung|rechte|zugriff auf|erlaubnis|berechtigt|befugt|zugriffsrechte)(?!\\p{L})|keine berechtigung|zugriff nicht gestattet|zugang verweigert',
  '(?:この|当該)?.{0,10}(?:閲覧|アクセス|表示)(?:する)?権限(?:が|は)(?:ありません|ない)|(?:アクセス|閲覧)(?:が|は).{0,8}(?:拒否|禁止|許可されて(?:い)?ません)|(?:접근|액세스|접속)(?:이|을|할)? ?(?:권한이 없|거부|금지|차단)|권한이 없습니다',
  '(?:您|你)?(?:没有|沒有|无|無).{0,6}(?:权限|權限)|(?:访问|存取|訪問)(?:已?被)?(?:拒绝|拒絕|禁止|拒)|(?:拒绝|拒絕|禁止)(?:访问|存取|訪問)|(?:无权|無權)(?:访问|查看|存取|瀏覽)',
]

/** Work on the site is in progress. Pages that offer such work use more words. */
const worksOnSite = [
  '(?:laman(?: web)?|tapak web|sistem) .{0,12}(?:penyelenggaraan|diselenggara)|menjalankan (?:kerja(?:-kerja)? )?penyelenggaraan|பராமரிப்பில் உள்ளது|রক্ষণাবেক্ষণ(?:ের)? (?:চলছে|কাজ চলছে|অধীনে)|سائٹ .{0,8}زیرِ? مرمت',
  'texniki işlər (?:aparılır|gedir)|ტექნიკური სამუშაოები|техникалық жұмыстар (?:жүргіз|жүріп)|տեխնիկական աշխատանքներ|viðhald stendur yfir|(?:vefurinn|síðan|vefsíðan) .{0,8}í viðhaldi',
  '(?:sitio|páxina|web) .{0,8}en mantemento|(?:страницата|сајтот) .{0,8}во одржување|faqja .{0,8}në mirëmbajtje',
  'ب?أعمال (?:ال)?صيانة|נמצא בעבודות תחזוקה|עבודות תחזוקה|(?:در دست|در حال) (?:تعمیر|بروزرسانی|به\u200cروزرسانی|به روز ?رسانی)',
  'กำลัง(?:อยู่ระหว่าง)?(?:การ)?(?:ปรับปรุง|บำรุงรักษา)|อยู่ระหว่างการบำรุงรักษา|(?:hệ thống|website|trang web) .{0,20}(?:nâng cấp|bảo trì)|sedang (?:dalam )?(?:proses )?(?:melakukan )?(?:pemeliharaan|perbaikan|maintenance)',
  '(?:sitemiz|web sitemiz|site|sistem\\p{L}{0,4}) .{0,20}bakım(?:da|dadır|dayız| aşamasında\\p{L}{0,3}| modunda\\p{L}{0,3})(?!\\p{L})|bakım çalışma|(?:σε|υπό) συντήρηση',
  '(?:site|site-ul|suntem|sistemul) .{0,20}(?:mentenanță|mentenanta|întreținere)|(?:web|stránky|stránka|e-shop|systém|služba) .{0,20}(?:v údržbě|v údržbe|mimo provoz|mimo prevádzky)',
  '(?:trwa|trwają|w trakcie|podczas) (?:prac\\p{L}{0,3} )?konserwac\\p{L}{1,5}|режим на поддръжка|извършва се (?:поддръжка|профилактика)|одржавањ',
  'webbplatsen .{0,20}underhåll|utför (?:\\p{L}{1,12} )?underhåll|udfører (?:\\p{L}{1,12} )?vedligehold|på grund af vedligehold|utfører (?:\\p{L}{1,12} )?vedlikehold|nede (?:for|grunnet|på grunn av) vedlikehold|(?:sivustoa|sivustoamme|palvelua|palveluamme) (?:huolletaan|päivitetään|uudistetaan)',
  '(?:leht|veebileht|koduleht|süsteem) .{0,12}hoolduses|hooldustöö|notiek (?:\\p{L}{1,12} )?(?:apkope|tehnisk\\p{L}{1,2} darbi)|(?:vietne|lapa|sistēma) .{0,12}apkopē|svetainė (?:yra )?(?:laikinai )?(?:atnaujinam|tvarkom|taisom)|(?:vyksta|atliekami) (?:techniniai|priežiūros|profilaktikos)',
  '(?:wij|we) voeren (?:momenteel |op dit moment |nu )?onderhoud uit|(?:stiamo effettuando|sono in corso) (?:una |la |dei )?(?:lavori di )?manutenzione',
]

/** A site will be there in the future. */
const futureSites = [
  '(?:laman(?: web)?|tapak web|web ?site|halaman)(?: ini| kami)? .{0,12}(?:dalam pembinaan|sedang (?:di)?bina)|laman(?: web)?(?: ini| kami)? (?:dalam pembinaan|sedang dibina)',
  '(?:கட்டுமானத்தில்|உருவாக்கத்தில்) உள்ளது|[\\p{L}\\p{M}]{0,10}সাইট\\p{L}?\\p{M}?.{0,10}নির্মাণাধীন|(?:سائٹ|صفحہ) .{0,6}زیرِ? تعمیر',
  'sayt\\p{L}{0,4} .{0,10}hazırla|saytı? hazırla|საიტი .{0,12}(?:მუშავდება|დამუშავების|მშენებლობის)|сайт .{0,12}әзірлен|կայքը .{0,12}(?:կառուցման|մշակման|պատրաստման)',
  '(?:síðan|vefurinn|vefsíðan?) .{0,12}í (?:vinnslu|smíðum)|(?:webgunea|orria|gunea) .{0,6}(?:eraikitzen|eraikuntzan)|(?:páxina|sitio|web) .{0,8}en construción|(?:страницата|сајтот) .{0,8}во (?:изработка|изградба)',
  'faqja .{0,12}në (?:ndërtim|zhvillim)|ginagawa pa ang (?:web ?site|site|page)|tovuti .{0,10}(?:inajengwa|inatengenezwa)|сайт у распрацоў|webwerf .{0,10}in (?:aanbou|ontwikkeling)',
  'به[\u200c ]?زودی (?:برمی|باز|با شما)|जल्द (?:ही )?(?:आ|शुरू)|(?:website|situs|laman) .{0,16}(?:dalam )?(?:proses )?pembangunan',
  'yakında (?:hizmetinizde|sizlerle|buradayız|açılıyor|yayında)|już wkrótce|сайт .{0,12}(?:у|в|на) (?:розробці|реконструкції|реконструкции)|сайтът? .{0,12}в (?:строеж|разработка)|сајт .{0,12}у (?:изради|изградњи)',
  '(?:siden|nettsiden|nettstedet|nettsidene) .{0,12}under (?:konstruksjon|oppbygging|utvikling|arbeid)|(?:koduleht|leht|veebileht) .{0,12}(?:valmimisel|ehitamisel|koostamisel)|(?:vietne|lapa|mājaslapa) .{0,12}(?:izstrādē|tiek veidota)|(?:svetainė|puslapis) .{0,12}(?:kuriam|ruošiam|rengiam)',
  '(?:website|site|webshop|webwinkel|pagina) (?:is )?(?:nog )?in (?:ontwikkeling|opbouw|aanbouw)|estamos (?:construindo|construyendo|criando|preparando) (?:o |el |um |un )?(?:nosso|nuestro|novo|nuevo) (?:site|sitio)|(?:網站|網頁|网站|网页)(?:正在)?(?:建置|製作|籌備|施工|制作|筹备|搭建|改版)中?',
]

/**
 * Plain sentences of a page in place of the site, in languages that the tables of single products do not cover. Wording:
 * sellers of domains, registrars and content systems, in the usual words of these languages; no sentence is from a single
 * product.
 */
export const languageStatements: readonly Statement[] = [
  { id: 'for-sale', kind: 'parked', maxLength: 2_500, pattern: saying(20, domainStatements, 60) },
  { id: 'refused', kind: 'error_page', maxLength: 500, pattern: saying(24, refusals, 60) },
  {
    id: 'works-on-site',
    kind: 'maintenance',
    maxLength: 1_000,
    onlyBesideOthers: true,
    pattern: saying(30, worksOnSite, 50),
  },
  {
    id: 'future-site',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern: saying(20, futureSites, 50),
  },
  {
    id: 'soon',
    kind: 'coming_soon',
    maxLength: 1_000,
    onlyWhole: true,
    pattern: /^(?:tulekul|drīzumā|netrukus|properament|pròximament)$/,
  },
  {
    id: 'soon',
    kind: 'coming_soon',
    maxLength: 1_000,
    onlyWhole: true,
    pattern:
      /^(?:akan datang(?: tidak lama lagi)?|விரைவில்(?: வருகிறது)?|త్వరలో వస్తుంది|लवकरच येत आहे|শীঘ্রই আসছে|جلد آ رہا ہے|tezliklə|жақында|მალე|շուտով|kmalu|væntanlegt|laster|proximamente|наскоро|së shpejti|malapit na|inakuja hivi karibuni|хутка|binnekort)$/,
  },
  {
    id: 'error-occurred',
    kind: 'error_page',
    maxLength: 900,
    pattern: saying(
      12,
      [
        '(?:ada )?sesuatu (?:yang )?tidak kena|terdapat (?:masalah|ralat) (?:dengan|pada)|ralat pelayan',
        'ஏதோ (?:ஒன்று )?தவறு|ஏதோ தவறாக|(?:பிழை|சிக்கல்) ஏற்பட்ட',
        'ఏదో తప్పు జరిగింది|లోపం సంభవించింది|काहीतरी चुकल|त्रुटी (?:आली|उद्भवली)|કંઈક ખોટું થયું|എന്തോ (?:കുഴപ്പം|തെറ്റ്)|ಏನೋ ತಪ್ಪಾಗಿದೆ',
        'کچھ غلط ہو|(?:خرابی|مسئلہ) پیش آ',
        'nə ?(?:sə|isə) (?:səhv|yanlış)|(?:xəta|problem) (?:baş verdi|yarandı)|бірдеңе дұрыс болмады|қате (?:орын алды|пайда болды|кетті)',
        '(?:დაფიქსირდა|მოხდა) (?:\\S+ )?შეცდომა|შეცდომა მოხდა|ինչ-որ բան (?:սխալ|այնպես չ)|սխալ է տեղի ունեցել|տեղի (?:է )?ունեց\\p{L}{1,3} սխալ',
        'napaka strežnika|eitthvað fór úrskeiðis|villa kom upp|errore bat gertatu|algo (?:foi|saíu) mal|produciuse un (?:erro|problema)',
        'нешто тргна (?:наопаку|лошо)|се појави грешка|настана грешка|diçka shkoi (?:keq|gabim)|ndodhi një (?:gabim|problem)|нешта пайшло не так|адбылася памылка',
        'may nangyaring mali|nagkaproblema|nagkaroon ng (?:error|problema)|(?:hitilafu|tatizo) (?:i|li)metokea|kumetokea (?:hitilafu|tatizo)|iets het verkeerd geloop|fout het voorgekom',
        'nešto (?:je )?(?:pošlo|krenulo) (?:naopako|po zlu|krivo|pogrešno)|нешто (?:је )?пошло|kažkas (?:nepavyko|negerai)|hi ha hagut (?:un |algun )?(?:error|problema)',
        '(?:알 수 없는|예기치 않은|예상치 못한) (?:오류|에러|문제)|出了(?:點|点|些)(?:问题|問題|状况|狀況)|(?:发生|發生)(?:了)?(?:未知|意外)?(?:错误|錯誤|问题|問題)',
      ],
      40,
    ),
  },
]
